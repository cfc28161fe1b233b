import { expect, it, vi } from 'vitest';

const work: string[] = [];

/** The library itself, which tells what it was asked for. */
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, verify } = await original<typeof import('@node-rs/argon2')>();
  const told = <Args extends readonly unknown[], Answer>(name: string, does: (...given: Args) => Answer) =>
    vi.fn((...given: Args) => {
      work.push(name);
      return does(...given);
    });
  return { hash: told('hash', hash), verify: told('verify', verify) };
});

/** The module as a server that has just started has it. */
function anew() {
  vi.resetModules();
  work.length = 0;
  return import('./password.ts');
}

/** What the first two checks of a server that has just started ask of the library, and what they answer. */
async function checked(stored: string | undefined, password: string) {
  const { verifyPassword } = await anew();
  const answers = [await verifyPassword(stored, password)];
  const first = work.splice(0);
  answers.push(await verifyPassword(stored, password));
  return { answers, first, second: work.splice(0) };
}

it('does the same work for no account as for a wrong and a right password, at the first check too', async () => {
  const stored = await (await anew()).hashPassword('right');
  const none = await checked(undefined, 'wrong');
  expect(none).toEqual({ answers: [false, false], first: ['hash', 'verify'], second: ['verify'] });
  expect(await checked(stored, 'wrong')).toEqual(none);
  expect(await checked(stored, 'right')).toEqual({ ...none, answers: [true, true] });
});

it('lets nobody in without an account, whatever the password', async () => {
  expect((await checked(undefined, 'no account has this password')).answers).toEqual([false, false]);
});

it('makes no hash before anybody signs in', async () => {
  await anew();
  expect(work).toEqual([]);
});
