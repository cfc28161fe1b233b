import type { Protection } from './protection.ts';

const tail = /\d{4}$/;

/** Keyed hash of the last four digits of a number, by which it is also found; undefined for what does not end with them. */
export function tailHash({ hash }: Pick<Protection, 'hash'>, value: string): string | undefined {
  const [digits] = tail.exec(value) ?? [];
  // Told apart from a whole value of four digits.
  return digits === undefined ? undefined : hash(`tail:${digits}`);
}

/** Whether a text is the last four digits of a number rather than a whole one. */
export function isTail(text: string): boolean {
  return /^\d{4}$/.test(text);
}
