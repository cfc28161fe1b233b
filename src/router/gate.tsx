import { Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Access } from '../access/access.ts';
import { type AccessState, renew, useAccess } from '../access/access-store.ts';
import { useText } from '../locales/i18n.ts';
import { Entering } from '../pages/entering.tsx';
import { SignedInPage } from '../pages/signed-in-page.tsx';
import { WaitingPage } from '../pages/waiting-page.tsx';
import { lazyPart } from '../parts/lazy-part.tsx';
import { type Destination, destinationOf } from '../routes/destination.ts';
import { useSession } from '../session/session.ts';
import type { SessionState } from '../session/session-store.ts';

// Who has a session never sees it.
const LoginPage = lazyPart(async () => (await import('../login/login-page.tsx')).LoginPage);

/** Shows what the address, the session and the user's menu together ask for. */
export function Gate() {
  const location = useLocation();
  const session = useSession();
  const known = useAccess();
  const heldToken = useHeldToken(session, known, location.key);
  const access = accessWith(known, heldToken, session.userId);
  useRenewal(known, session);
  const destination = destinationOf(location, heldToken !== null, access?.routes);
  usePageTitle(destination);
  switch (destination.kind) {
    case 'redirect':
      return <Navigate to={destination.to} replace />;
    case 'login':
      return (
        <Suspense fallback={<WaitingPage />}>
          <LoginPage />
        </Suspense>
      );
    case 'waiting':
      return <WaitingPage />;
    case 'entering':
      return heldToken === null ? <WaitingPage /> : <Entering token={heldToken} />;
    case 'page':
      return access && <SignedInPage access={access} page={destination.page} />;
    case 'unmatched':
      return access && <SignedInPage access={access} />;
    case 'unlisted':
      return access && <SignedInPage access={access} unlisted={destination.path} />;
  }
}

/** What is known of the user's access; it outlives his session when he signs in again over the page. */
function accessWith(known: AccessState, token: string | null, userId: string | null): Access | undefined {
  if (known.kind !== 'known' || token === null) return undefined;
  return known.token === token || known.access.user.id === userId ? known.access : undefined;
}

/** Asks again what the user may do when he has a new session. */
function useRenewal(known: AccessState, { token, userId }: SessionState): void {
  const isSame = known.kind === 'known' && known.access.user.id === userId;
  useEffect(() => {
    if (isSame && token !== null) void renew(token);
  }, [isSame, token]);
}

/**
 * The token this place is shown with. When the server has ended the session, the page that is open stays,
 * so that nothing typed is lost; the next navigation leads to the login page.
 */
function useHeldToken(session: SessionState, known: AccessState, placeKey: string): string | null {
  const [keyWithToken, setKeyWithToken] = useState(placeKey);
  if (session.token !== null) {
    if (keyWithToken !== placeKey) setKeyWithToken(placeKey);
    return session.token;
  }
  const staysHere = session.isExpired && keyWithToken === placeKey && known.kind === 'known';
  return staysHere ? known.token : null;
}

function usePageTitle(destination: Destination): void {
  const t = useText();
  const app = t('app.title');
  const menu =
    destination.kind === 'page'
      ? destination.page.title
      : destination.kind === 'login'
        ? t('user.login.title')
        : undefined;
  const title = menu === undefined ? app : t('app.titleTemplate', { menu, app });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
