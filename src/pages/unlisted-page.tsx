import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { client, queries } from '../api/client.ts';
import { DeniedPage } from './denied-page.tsx';
import { PageLoading } from './page-loading.tsx';

/** At a path the user's menu does not have: the page may not be his, or there is none at all. */
export function UnlistedPage({ path }: { readonly path: string }) {
  const asked = useQuery(
    {
      queryKey: ['route', path],
      queryFn: ({ signal }) => client.call('/v1/sys/page/route/view', { path }, { signal, quiet: true }),
    },
    queries,
  );
  if (asked.isPending) return <PageLoading />;
  return asked.data ? <DeniedPage name={asked.data.name} /> : <Navigate to="/404" replace />;
}
