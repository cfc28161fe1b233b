import { useSyncExternalStore } from 'react';
import type { DesignState } from '../session/design-session.ts';
import { useDesigning } from './designing.ts';

/** Everything about the page that is designed, as it is now. */
export function useDesignState(): DesignState {
  const { session } = useDesigning();
  return useSyncExternalStore(session.subscribe, session.read);
}
