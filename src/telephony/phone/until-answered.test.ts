import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { untilAnswered } from './until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks again, after pauses that grow, until somebody answers', async () => {
  const asked: number[] = [];
  const began = Date.now();
  const ask = async () => {
    asked.push(Date.now() - began);
    if (asked.length < 4) throw new Error('503');
    return 'lines';
  };
  const answer = untilAnswered(ask, () => false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await answer).toBe('lines');
  expect(asked).toEqual([0, 2000, 6000, 14_000]);
});

it('asks no more once nobody waits', async () => {
  let isOver = false;
  let asked = 0;
  const ask = async () => {
    asked += 1;
    throw new Error('503');
  };
  const answer = untilAnswered(ask, () => isOver);
  await vi.advanceTimersByTimeAsync(100);
  isOver = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await answer).toBeUndefined();
  expect(asked).toBe(1);
});
