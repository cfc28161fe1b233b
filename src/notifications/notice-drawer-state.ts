import { create } from 'zustand';

const store = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the drawer with all notices. */
export function showNotices(): void {
  store.setState({ isOpen: true });
}

/** Closes it. */
export function hideNotices(): void {
  store.setState({ isOpen: false });
}

/** Whether the drawer is open. */
export function useIsNoticeDrawerOpen(): boolean {
  return store(({ isOpen }) => isOpen);
}
