import { create } from 'zustand';

const desk = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens the dialog that changes the password. */
export function askForPassword(): void {
  desk.setState({ isOpen: true });
}

/** Closes it. */
export function leavePassword(): void {
  desk.setState({ isOpen: false });
}

/** Whether the dialog was asked for. */
export function useIsPasswordAsked(): boolean {
  return desk(({ isOpen }) => isOpen);
}

/** Whether the password must be changed before anything else: the account signed in for the first time. */
export function isPasswordForced(): boolean {
  return window.localStorage.getItem('firstLogin') === '0';
}
