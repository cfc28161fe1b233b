import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../locales/i18n.ts';
import { ShellMessage } from '../parts/shell-message.tsx';

/** Shown when a part of the app could not be loaded or drawn. */
export function CrashPage() {
  const t = useText();
  return (
    <main className="shell-whole">
      <ShellMessage
        icon={<WarningOutlined aria-hidden="true" />}
        title={t('error.crash.title')}
        detail={t('error.crash.text')}
      >
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('error.crash.reload')}
        </Button>
      </ShellMessage>
    </main>
  );
}
