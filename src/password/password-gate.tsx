import { App } from 'antd';
import { Suspense } from 'react';
import { signOut } from '../access/sign-in-out.ts';
import { client } from '../api/client.ts';
import { useText } from '../locales/i18n.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { leavePassword, useIsPasswordAsked, useIsPasswordForced } from './password-state.ts';

// Most visits never change it.
const PasswordDialog = lazyPart(async () => (await import('./password-dialog.tsx')).PasswordDialog);

/** Where the password is changed: by those who ask for it, and before anything else by those who sign in first. */
export function PasswordGate() {
  const { message } = App.useApp();
  const t = useText();
  const isAsked = useIsPasswordAsked();
  const isForced = useIsPasswordForced();
  if (!isAsked && !isForced) return null;
  const handleSubmit = async (passwords: { readonly password: string; readonly newPassword: string }) => {
    await client.call('/v1/sys/user/password/modify', passwords, { quiet: true });
    void message.success(t('pwd.success'));
    // The sentence is read before the page is another.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await signOut();
  };
  return (
    <Suspense fallback={null}>
      <PasswordDialog isForced={isForced} onSubmit={handleSubmit} onClose={leavePassword} />
    </Suspense>
  );
}
