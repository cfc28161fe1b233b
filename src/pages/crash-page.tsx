import { Button, Result } from 'antd';
import { useText } from '../locales/i18n.ts';

/** Shown when a part of the app could not be loaded or drawn. */
export function CrashPage() {
  const t = useText();
  return (
    <main className="shell-whole">
      <Result
        status="warning"
        title={t('error.crash.title')}
        subTitle={t('error.crash.text')}
        extra={
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('error.crash.reload')}
          </Button>
        }
      />
    </main>
  );
}
