import type { SessionStore } from './session-store.ts';

/**
 * Waits, after the server ended the session, for what comes of it: true when the same person has signed in again, in this
 * tab or another one; false when somebody else has, or everything was left. False at once where nothing was lost.
 */
export function untilRenewed(session: SessionStore): Promise<boolean> {
  const { userId: lost, isExpired } = session.getState();
  if (!isExpired) return Promise.resolve(false);
  return new Promise((resolve) => {
    const release = session.subscribe(({ token, userId, isExpired: isStillLost }) => {
      if (token === null && isStillLost) return;
      release();
      resolve(token !== null && userId === lost);
    });
  });
}
