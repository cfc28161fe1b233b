import { beforeEach, expect, it, vi } from 'vitest';

const work: string[] = [];

/** The library itself, which tells what it was asked for. */
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, verify } = await original<typeof import('@node-rs/argon2')>();
  const told = <Given extends readonly unknown[], Answer>(name: string, does: (...given: Given) => Answer) =>
    vi.fn((...given: Given) => {
      work.push(name);
      return does(...given);
    });
  return { hash: told('hash', hash), verify: told('verify', verify) };
});

beforeEach(() => {
  vi.resetModules();
});

/** What the first two checks of a server that has just started ask of the library, and what they answer. */
async function checked(stored: string | undefined, password: string) {
  const { verifyPassword } = await import('./password.ts');
  work.length = 0;
  const answers = [await verifyPassword(stored, password)];
  const first = work.splice(0);
  answers.push(await verifyPassword(stored, password));
  return { answers, first, second: work.splice(0) };
}

it('does the same work for no account as for a wrong and a right password, at the first check too', async () => {
  const { hashPassword } = await import('./password.ts');
  const stored = await hashPassword('right');
  const [none, wrong, right] = [
    await checked(undefined, 'wrong'),
    await (vi.resetModules(), checked(stored, 'wrong')),
    await (vi.resetModules(), checked(stored, 'right')),
  ];
  expect(none).toEqual({ answers: [false, false], first: ['hash', 'verify'], second: ['verify'] });
  expect(wrong).toEqual(none);
  expect(right).toEqual({ ...none, answers: [true, true] });
});

it('lets nobody in without an account, whatever the password', async () => {
  expect((await checked(undefined, 'no account has this password')).answers).toEqual([false, false]);
});

it('makes no hash before anybody signs in', async () => {
  work.length = 0;
  await import('./password.ts');
  expect(work).toEqual([]);
});
