import { Modal } from 'antd';
import type { Credentials } from '../access/sign-in-out.ts';
import { useText } from '../locales/i18n.ts';
import { LoginForm } from './login-form.tsx';

type Props = {
  readonly isOpen: boolean;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  readonly onClose: () => void;
};

/** Signing in over the page, which stays as it is. */
export function SignInDialog({ isOpen, onSubmit, onClose }: Props) {
  const t = useText();
  return (
    <Modal open={isOpen} onCancel={onClose} footer={null} width={400} destroyOnHidden title={t('session.signInHere')}>
      <p>{t('session.signInHere.hint')}</p>
      <LoginForm onSubmit={onSubmit} />
    </Modal>
  );
}
