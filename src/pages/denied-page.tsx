import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useText } from '../locales/i18n.ts';
import { ShellMessage } from '../parts/shell-message.tsx';

/** Shown at the address of a page that is there, but not for this user; it says whom to ask. */
export function DeniedPage({ name }: { readonly name: string }) {
  const t = useText();
  const navigate = useNavigate();
  const back = (
    <Button type="primary" onClick={() => navigate('/')}>
      {t('error.404.back')}
    </Button>
  );
  const title = t(name === 'versionUpdate' ? 'perm.versionUpdateDenied' : 'perm.pageDenied');
  return (
    <section className="shell-panel">
      <ShellMessage icon={<LockOutlined aria-hidden="true" />} title={title}>
        {back}
      </ShellMessage>
    </section>
  );
}
