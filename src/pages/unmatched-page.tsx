import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useText } from '../locales/i18n.ts';
import { ShellMessage } from '../parts/shell-message.tsx';

/** Shown at /404: nothing the user may open lies at that address. */
export function UnmatchedPage() {
  const t = useText();
  const navigate = useNavigate();
  const back = (
    <Button type="primary" onClick={() => navigate('/')}>
      {t('error.404.back')}
    </Button>
  );
  return (
    <section className="shell-panel">
      <ShellMessage icon={<LockOutlined aria-hidden="true" />} title={t('error.404')} detail="404">
        {back}
      </ShellMessage>
    </section>
  );
}
