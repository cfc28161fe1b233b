import { Skeleton } from 'antd';
import { useText } from '../locales/i18n.ts';

/** Holds the place of a page whose code is on its way. */
export function PageLoading() {
  const t = useText();
  return (
    <section className="shell-panel" role="status" aria-label={t('loading.text')}>
      <Skeleton active paragraph={{ rows: 8 }} />
    </section>
  );
}
