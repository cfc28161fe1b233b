import { Modal } from 'antd';
import type { Credentials } from '../access/sign-in-out.ts';
import { useText } from '../locales/i18n.ts';
import { LoginForm } from './login-form.tsx';

type Props = {
  readonly isOpen: boolean;
  /** The account of the session that was lost, where it is known. */
  readonly account?: string | undefined;
  /** Whether nothing of the page is to be seen, and there is no way round. */
  readonly isLocked?: boolean;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  readonly onClose: () => void;
};

/** Signing in over the page, which stays as it is. */
export function SignInDialog({ isOpen, account, isLocked = false, onSubmit, onClose }: Props) {
  const t = useText();
  const words = isLocked
    ? { title: t('user.lock.title'), hint: t('user.lock.hint') }
    : { title: t('session.signInHere'), hint: t('session.signInHere.hint') };
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width={400}
      destroyOnHidden
      title={words.title}
      {...(isLocked ? { closable: false, keyboard: false, maskClosable: false, rootClassName: 'login-locked' } : {})}
    >
      <p>{words.hint}</p>
      <LoginForm onSubmit={onSubmit} account={account} />
    </Modal>
  );
}
