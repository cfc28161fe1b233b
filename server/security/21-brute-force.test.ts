import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { codeOf, isDeep } from './attack.testing.ts';

// What the guesser says of himself does not make him another. Accounts, addresses, devices and locking: sign-in.
const guesses = isDeep ? 10_000 : 60;
let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
});
afterAll(() => company.close());

it(`${guesses} guesses under changing names of himself are a handful that count`, { timeout: 600_000 }, async () => {
  const codes: string[] = [];
  for (let n = 0; n < guesses; n++) {
    const elsewhere = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    const response = await company.app.inject({
      method: 'POST',
      url: `/v1/sys/user/login?n=${n}`,
      headers: {
        'x-forwarded-for': elsewhere,
        'x-real-ip': elsewhere,
        forwarded: `for=${elsewhere}`,
        'cf-connecting-ip': elsewhere,
        'true-client-ip': elsewhere,
        'user-agent': `agent ${n}`,
        'x-app-platform': `p${n}`,
        'x-app-version': `${n}`,
      },
      payload: { account: 'sales', password: `Guess-${n}`, ip: elsewhere, deviceId: String(n) },
    });
    codes.push(codeOf(response.json()));
  }
  // Only what is evaluated answers that the pair is wrong.
  expect(codes.filter((code) => code === 'E_LOGIN').length).toBeLessThanOrEqual(15);
  expect(codes).not.toContain('0');
  expect(codes.filter((code) => code === 'E_SERVER')).toEqual([]);
});
