import { useStore } from 'zustand';
import { impersonation } from './impersonation.ts';
import { createSessionStore, type SessionState } from './session-store.ts';

/** The session of this tab: one for all tabs of the browser, but for a window in which somebody looks as another. */
export const session = createSessionStore(impersonation === undefined ? window.localStorage : window.sessionStorage);

/** The session, as it is now and whenever it changes. */
export function useSession(): SessionState {
  return useStore(session);
}

/** Takes over what other tabs do with the session; returns what ends that. */
export function followOtherTabs(): () => void {
  const handleStorage = (event: StorageEvent) => session.follow(event.key);
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
