import { Suspense, useCallback, useState } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { useStore } from 'zustand';
import { leave, useAccess } from '../access/access-store.ts';
import { type Credentials, signIn } from '../access/sign-in-out.ts';
import { refusals } from '../api/client.ts';
import { RefusalNotices } from '../api/refusal-notices.tsx';
import { ImpersonationOver } from '../impersonation/impersonation-over.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { forcePassword } from '../password/password-state.ts';
import { loginAddress } from '../routes/destination.ts';
import { impersonation } from '../session/impersonation.ts';
import { session, useSession } from '../session/session.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import { newerBuild } from '../version/build.ts';
import { NewVersionNotice } from '../version/new-version-notice.tsx';
import { Gate } from './gate.tsx';

// Sessions seldom end under a page.
const SignInDialog = lazyPart(async () => (await import('../login/sign-in-dialog.tsx')).SignInDialog);

const hasUnsaved = () => unsavedPages.hasAny();
const reload = () => window.location.reload();

/** What is there at every address: the page, and the messages about refused calls and new versions. */
export function Root() {
  const { isExpired, isLocked, token } = useSession();
  const access = useAccess();
  const hasPage = access.kind === 'known';
  const [isSigningIn, setIsSigningIn] = useState(false);
  const { isThere } = useStore(newerBuild);
  const signInHere = useCallback(() => setIsSigningIn(true), []);
  const submit = async (credentials: Credentials) => {
    await signIn(credentials);
    setIsSigningIn(false);
  };
  if (impersonation !== undefined && token === null) return <ImpersonationOver />;
  return (
    <>
      <RefusalNotices
        refusals={refusals}
        isExpired={isExpired && !isLocked}
        onExpired={impersonation === undefined ? session.expire : leave}
        onStopped={leave}
        onPasswordFirst={forcePassword}
        onSignInAgain={signInAgain}
        {...(hasPage ? { onSignInHere: signInHere } : {})}
      />
      <NewVersionNotice isThere={isThere} hasUnsaved={hasUnsaved} onReload={reload} />
      <Gate />
      {isExpired && (isSigningIn || isLocked) ? (
        <Suspense fallback={<div className={isLocked ? 'login-cover' : ''} />}>
          <SignInDialog
            isOpen
            isLocked={isLocked}
            account={access.kind === 'known' ? access.access.user.account : undefined}
            onSubmit={submit}
            onClose={() => setIsSigningIn(false)}
          />
        </Suspense>
      ) : null}
      <ScrollRestoration />
    </>
  );
}

function signInAgain(): void {
  const { location } = window;
  const address = loginAddress(location);
  leave();
  // A new page rather than a new route: nothing of the lost session is left in memory.
  location.assign(address);
}
