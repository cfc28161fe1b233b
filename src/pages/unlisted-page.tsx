import { WarningOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Navigate } from 'react-router-dom';
import { client, queries } from '../api/client.ts';
import { useText } from '../locales/i18n.ts';
import { ShellMessage } from '../parts/shell-message.tsx';
import { DeniedPage } from './denied-page.tsx';
import { PageLoading } from './page-loading.tsx';

/** At a path the user's menu does not have: the page may not be his, or there is none at all. */
export function UnlistedPage({ path }: { readonly path: string }) {
  const t = useText();
  const asked = useQuery(
    {
      queryKey: ['route', path],
      queryFn: ({ signal }) => client.call('/v1/sys/page/route/view', { path }, { signal, quiet: true }),
    },
    queries,
  );
  if (asked.isPending) return <PageLoading />;
  // Whether there is such a page is not known: the address stays, and is asked for again.
  if (asked.data === undefined)
    return (
      <section className="shell-panel">
        <ShellMessage
          icon={<WarningOutlined aria-hidden="true" />}
          title={t('error.crash.title')}
          detail={asked.error?.message ?? ''}
        >
          <Button type="primary" loading={asked.isFetching} onClick={() => void asked.refetch()}>
            {t('error.retry')}
          </Button>
        </ShellMessage>
      </section>
    );
  return asked.data ? <DeniedPage name={asked.data.name} /> : <Navigate to="/404" replace />;
}
