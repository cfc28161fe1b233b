import { expect, it } from 'vitest';
import { Admission, usualAdmission } from './admission.ts';

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('works on so many at a time, in turn, and refuses at once who finds no place', async () => {
  const admission = new Admission({ running: 2, waiting: 3, patience: 10_000 });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const calls = Array.from({ length: 8 }, (_, n) =>
    admission.run(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(n);
      await later(5);
      running -= 1;
      return n;
    }),
  );
  expect(admission.isFull).toBe(true);
  const outcomes = await Promise.allSettled(calls);
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ]);
  expect(admission.isFull).toBe(false);
  expect(await admission.run(async () => 'again')).toBe('again');
});

it('lets nobody wait for long, and gives places back that failed', async () => {
  const admission = new Admission({ running: 1, waiting: 3, patience: 30 });
  const slow = admission.run(async () => {
    await later(100);
    throw new Error('broke');
  });
  const outcome = expect(slow).rejects.toThrow('broke');
  await expect(admission.run(async () => 'late')).rejects.toMatchObject({ code: 'E_OVERLOADED' });
  await outcome;
  expect(await admission.run(async () => 'free')).toBe('free');
});

it('lets a whole burst wait for its turn when each call takes several times as long as usual', async () => {
  const admission = new Admission(usualAdmission);
  const calls = Array.from({ length: 200 }, () => admission.run(() => later(350)));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  // And yet nobody waits so long that with the longest silence of the database it would be half a minute.
  expect(usualAdmission.patience).toBeLessThanOrEqual(8000);
});
