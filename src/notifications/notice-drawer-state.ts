import { create } from 'zustand';
import type { AlertKey } from './alert-turns.ts';

const store = create<{ readonly isOpen: boolean; readonly about?: AlertKey | undefined }>(() => ({ isOpen: false }));

/** Opens the drawer with all notices; of an alert, with everything that it told. */
export function showNotices(about?: AlertKey): void {
  store.setState({ isOpen: true, about });
}

/** Closes it. */
export function hideNotices(): void {
  store.setState({ isOpen: false });
}

/** Whether the drawer is open. */
export function useIsNoticeDrawerOpen(): boolean {
  return store(({ isOpen }) => isOpen);
}

/** The alert the drawer was opened for. */
export function useNoticesAbout(): AlertKey | undefined {
  return store(({ about }) => about);
}
