import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../kernel/crypto/password.ts';
import { startTestApp, type TestApp, testPassword } from '../testing/test-app.ts';
import { addCustomer, addStaff, isDeep } from './attack.testing.ts';
import { comparePairs } from './paired-times.testing.ts';

// What is there and may not be seen answers as what is not there: by words, by headers, by time.
const pairs = isDeep ? 1000 : 30;
const signInPairs = isDeep ? 1000 : 24;
const missing = '00000000-0000-7000-8000-000000000000';

let company: TestApp;
let foreign: string;
let headers: Record<string, string>;

beforeAll(async () => {
  company = await startTestApp();
  foreign = await addCustomer(company, 'sales3');
  headers = { 'x-app-token': await company.token('sales') };
});
afterAll(() => company.close());

const ask = (path: string, body: object) => company.app.inject({ method: 'POST', url: path, payload: body, headers });
const bodies: readonly (readonly [string, object])[] = [
  ['/v1/customer/view', {}],
  ['/v1/customer/history', {}],
  ['/v1/customer/modify', { version: 1, name: '改名' }],
];

describe('a row out of reach and one that is missing', () => {
  it.each(bodies)('answer alike: %s', async (path, body) => {
    const [one, other] = [await ask(path, { id: foreign, ...body }), await ask(path, { id: missing, ...body })];
    const told = (response: typeof one) => ({
      status: response.statusCode,
      headers: { ...response.headers, date: '' },
      body: response.body.replace(/"requestId":"[^"]*"/, ''),
    });
    expect(told(one)).toEqual(told(other));
    expect(one.body).toContain('E_NOT_FOUND');
  });

  it.each(bodies)(`take alike long: %s`, { timeout: 600_000 }, async (path, body) => {
    const { isAlike, told } = await comparePairs(
      pairs,
      () => ask(path, { id: foreign, ...body }),
      () => ask(path, { id: missing, ...body }),
    );
    expect(isAlike, told).toBe(true);
  });
});

describe('an account that is there and one that is not', () => {
  let address = 0;
  // Each guess from elsewhere and at another account: nothing is slowed down.
  const guess = (account: string) => {
    address += 1;
    return company.app.inject({
      method: 'POST',
      url: '/v1/sys/user/login',
      payload: { account, password: 'wrong-Pass1' },
      remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    });
  };

  it('take alike long', { timeout: 600_000 }, async () => {
    const people = Array.from({ length: signInPairs + 3 }, (_, n) => `timed${n}`);
    for (const account of people) await addStaff(company, account, 'sales');
    // As the product would have made it: accounts of tests have one that is checked faster.
    const passwordHash = await hashPassword(testPassword);
    await company.database.rows("update staff set password_hash = $1 where account like 'timed%'", [passwordHash]);
    let [known, unknown] = [0, 0];
    const { isAlike, told } = await comparePairs(
      signInPairs,
      () => guess(people[known++] ?? ''),
      () => guess(`nobody${unknown++}`),
    );
    expect(isAlike, told).toBe(true);
  });
});

it('sees a difference that somebody could measure', async () => {
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const { isAlike } = await comparePairs(
    30,
    () => wait(14),
    () => wait(4),
  );
  expect(isAlike).toBe(false);
});
