import { useCallback } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { refusals } from '../api/client.ts';
import { RefusalNotices } from '../api/refusal-notices.tsx';
import { leave } from '../session/access-store.ts';
import { session } from '../session/session.ts';
import { loginAddress } from './destination.ts';
import { Gate } from './gate.tsx';

/** What is there at every address: the page, and the messages about refused calls. */
export function Root() {
  const handleSignInAgain = useCallback(() => {
    const { location } = window;
    const address = loginAddress(location);
    leave();
    // A new page rather than a new route: nothing of the lost session is left in memory.
    location.assign(address);
  }, []);
  return (
    <>
      <RefusalNotices
        refusals={refusals}
        onExpired={session.expire}
        onStopped={leave}
        onSignInAgain={handleSignInAgain}
      />
      <Gate />
      <ScrollRestoration />
    </>
  );
}
