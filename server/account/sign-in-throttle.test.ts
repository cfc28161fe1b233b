import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetAttempts, lockAfter, lockSeconds, releaseAttempt, reserveAttempt } from '../db/sign-in-throttle.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let company: TestApp;
beforeAll(async () => {
  company = await startTestApp();
}, 60_000);
afterAll(() => company.close());

const reserve = (key: string, kind: 'account' | 'address' = 'account') =>
  reserveAttempt(company.connection.db, kind, key);
/** Lets time pass for a count. */
const pass = (key: string, seconds: number) =>
  company.database.rows(`update sign_in_attempt set last_at = last_at - interval '${seconds} seconds' where key = $1`, [
    key,
  ]);
const waitFor = async (key: string) => {
  const refused = await reserve(key);
  return refused.granted ? 0 : refused.wait;
};

it('lets five attempts through, then slows them ever more, then locks for a quarter of an hour', async () => {
  const delays = [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128];
  expect(delays).toHaveLength(lockAfter);
  /** When the last attempt was counted, or a moment before. */
  let counted = performance.now();
  /** That a wait is a delay less the time that went by since then. */
  const expectLeft = (delay: number, wait: number) => {
    expect(wait).toBeLessThanOrEqual(delay);
    expect(wait).toBeGreaterThanOrEqual(Math.ceil(delay - (performance.now() - counted) / 1000));
  };
  for (const [failures, delay] of delays.entries()) {
    if (delay === 0) counted = performance.now();
    const wait = await waitFor('growing');
    expectLeft(delay, wait);
    if (delay === 0) continue;
    expect(wait).toBeGreaterThan(0);
    await pass('growing', wait);
    counted = performance.now();
    expect(await reserve('growing')).toEqual({ granted: true, count: failures + 1 });
  }
  const locked = await reserve('growing');
  expect(locked).toMatchObject({ granted: false, isLocked: true });
  if (!locked.granted) expectLeft(lockSeconds, locked.wait);
});

it('locks again after each further failure, and is prolonged by no attempt it refuses', async () => {
  await pass('growing', lockSeconds - 10);
  for (let n = 0; n < 20; n += 1) expect(await waitFor('growing')).toBeLessThanOrEqual(10);
  await pass('growing', 10);
  expect(await reserve('growing')).toEqual({ granted: true, count: lockAfter + 1 });
  expect(await reserve('growing')).toMatchObject({ granted: false, isLocked: true });
});

it('begins anew after a day without a failure, or once somebody knows the password', async () => {
  await pass('growing', 86_401);
  expect(await reserve('growing')).toEqual({ granted: true, count: 1 });
  await forgetAttempts(company.connection.db, 'account', 'growing');
  expect(await reserve('growing')).toEqual({ granted: true, count: 1 });
  await releaseAttempt(company.connection.db, 'account', 'growing');
  expect(await reserve('growing')).toEqual({ granted: true, count: 1 });
});

it('grants no more of a hundred at once than one after another', async () => {
  const taken = await Promise.all(Array.from({ length: 100 }, () => reserve('at once')));
  expect(taken.filter(({ granted }) => granted)).toHaveLength(5);
});

it('slows an address after what no office does, to one attempt in two seconds, and never locks it', async () => {
  const taken = await Promise.all(Array.from({ length: 260 }, () => reserve('10.0.0.1', 'address')));
  expect(taken.filter(({ granted }) => granted)).toHaveLength(200);
  expect(await reserve('10.0.0.1', 'address')).toEqual({ granted: false, wait: 2, isLocked: false });
  await pass('10.0.0.1', 2);
  expect(await reserve('10.0.0.1', 'address')).toMatchObject({ granted: true });
});
