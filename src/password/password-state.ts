import { create } from 'zustand';

const key = 'firstLogin';

/** `told` counts how often the server said that the password comes first: who shows it looks again. */
const store = create<{ readonly isOpen: boolean; readonly told: number }>(() => ({ isOpen: false, told: 0 }));

/** Opens the dialog that changes the password. */
export function askForPassword(): void {
  store.setState({ isOpen: true });
}

/** Closes it. */
export function leavePassword(): void {
  store.setState({ isOpen: false });
}

/** Whether the dialog was asked for. */
export function useIsPasswordAsked(): boolean {
  return store(({ isOpen }) => isOpen);
}

/** The server answers nothing before the password is changed: the dialog opens and cannot be closed. */
export function forcePassword(): void {
  if (isForced()) return;
  window.localStorage.setItem(key, '0');
  store.setState(({ told }) => ({ told: told + 1 }));
}

/** Whether the password must be changed before anything else: it is one that was given. */
export function useIsPasswordForced(): boolean {
  store(({ told }) => told);
  return isForced();
}

function isForced(): boolean {
  return window.localStorage.getItem(key) === '0';
}
