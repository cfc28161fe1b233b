import { expect, it } from 'vitest';
import { hashPassword, nobodysHash, verifyPassword } from './password.ts';

/** What a hash says of how it was made, without its salt and itself. */
const makingOf = (hash: string) => hash.split('$').slice(0, 4);

it('takes as much where there is no account as where there is one', async () => {
  expect(makingOf(nobodysHash)).toEqual(makingOf(await hashPassword('Pass-1234')));
});

it('is right for its own hash alone, and for nobody', async () => {
  const stored = await hashPassword('Pass-1234');
  expect(await verifyPassword(stored, 'Pass-1234')).toBe(true);
  expect(await verifyPassword(stored, 'Pass-1235')).toBe(false);
  expect(await verifyPassword(undefined, 'Pass-1234')).toBe(false);
});
