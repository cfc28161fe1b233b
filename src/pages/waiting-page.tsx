import { Spin } from 'antd';
import { useText } from '../locales/i18n.ts';

/** Shown where something is on its way that fills the whole window. */
export function WaitingPage() {
  const t = useText();
  return (
    <main className="shell-whole">
      <Spin size="large" />
      <p className="shell-quiet" role="status">
        {t('loading.text')}
      </p>
    </main>
  );
}
