/** How long a new password is; an old one has at least as many characters. */
export const passwordLength = { min: 6, max: 20 } as const;

/** What is wrong with the old password as typed; each has a sentence of its own. */
export type OldPasswordFault = 'old.required' | 'old.min';
/** What is wrong with a new password. */
export type NewPasswordFault = 'new.required' | 'new.max' | 'new.min' | 'new.start' | 'new.compose' | 'new.same';
/** What is wrong with the new password typed once more. */
export type RepeatedPasswordFault = 'confirm.required' | 'confirm.mismatch';

/** The first fault of an old password; undefined where it has none. */
export function oldPasswordFault(password: string): OldPasswordFault | undefined {
  if (password === '') return 'old.required';
  return password.length < passwordLength.min ? 'old.min' : undefined;
}

// Digits, letters and the other signs of a keyboard; a space is none of them.
const parts = [/[0-9]/, /[A-Za-z]/, /[^A-Za-z0-9]/, /^[\x21-\x7e]*$/];

/** The first fault of a new password beside the old one; undefined where it has none. */
export function newPasswordFault(newPassword: string, password: string): NewPasswordFault | undefined {
  if (newPassword === '') return 'new.required';
  if (newPassword.length > passwordLength.max) return 'new.max';
  if (newPassword.length < passwordLength.min) return 'new.min';
  if (!/^[A-Za-z0-9]/.test(newPassword)) return 'new.start';
  if (!parts.every((part) => part.test(newPassword))) return 'new.compose';
  return newPassword === password ? 'new.same' : undefined;
}

/** The fault of the new password typed once more; undefined where both are the same. */
export function repeatedPasswordFault(repeated: string, newPassword: string): RepeatedPasswordFault | undefined {
  if (repeated === '') return 'confirm.required';
  return repeated === newPassword ? undefined : 'confirm.mismatch';
}
