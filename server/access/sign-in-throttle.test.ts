import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const signIn = async (account: string, password: string, remoteAddress: string) => {
  const response = await company.app.inject({
    method: 'POST',
    url: '/v1/sys/user/login',
    payload: { account, password },
    headers: { 'x-app-platform': 'sys', 'x-app-version': '2.2.1' },
    remoteAddress,
  });
  const answer = response.json();
  return answer.code === '0' ? '0' : String(answer.data.error.code);
};

it('slows the guesses at an account from one address, and never its owner elsewhere', async () => {
  const guesses = ['10.1.0.1'];
  for (let n = 0; n < 6; n += 1) await signIn('sales', `wrong-${n}`, guesses[0] ?? '');
  expect(await signIn('sales', testPassword, '10.1.0.1')).toBe('E_LOGIN_THROTTLED');
  // Another colleague at the same address, and the owner at his own.
  expect(await signIn('sales2', testPassword, '10.1.0.1')).toBe('0');
  expect(await signIn('sales', testPassword, '10.1.0.2')).toBe('0');
  // Signing in elsewhere does not let the guesser go on.
  expect(await signIn('sales', 'wrong-again', '10.1.0.1')).toBe('E_LOGIN_THROTTLED');
});

it('slows an address that tries many accounts, and nobody at another', async () => {
  for (let n = 0; n < 31; n += 1) await signIn(`nobody${n}`, 'wrong-Pass1', '10.1.0.3');
  expect(await signIn('manager', testPassword, '10.1.0.3')).toBe('E_LOGIN_THROTTLED');
  expect(await signIn('manager', testPassword, '10.1.0.4')).toBe('0');
});

it('tells an account that is there from one that is not neither by words nor by being slowed', async () => {
  const codes = async (account: string, address: string) => {
    const seen: string[] = [];
    for (let n = 0; n < 7; n += 1) seen.push(await signIn(account, `wrong-${n}`, address));
    return seen;
  };
  expect(await codes('promoter', '10.1.0.5')).toEqual(await codes('nobody-at-all', '10.1.0.6'));
});
