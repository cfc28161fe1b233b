import { useStore } from 'zustand';
import { createSessionStore, type SessionState } from './session-store.ts';

/** The session of this tab. */
export const session = createSessionStore(window.localStorage);

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
