import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useText } from '../locales/i18n.ts';
import { ShellMessage } from '../parts/shell-message.tsx';

/** What is left in a window in which somebody looked as another, where the browser does not close it. */
export function ImpersonationOver() {
  const t = useText();
  return (
    <main className="shell-panel">
      <ShellMessage
        icon={<EyeInvisibleOutlined aria-hidden="true" />}
        title={t('viewing.over')}
        detail={t('viewing.overDetail')}
      >
        <Button type="primary" onClick={() => window.close()}>
          {t('viewing.close')}
        </Button>
      </ShellMessage>
    </main>
  );
}
