import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workDayShift, workDaysBetween } from './work-days.ts';

const isWorkDay = (day: number) => ![0, 6].includes(new Date(day * 86_400_000).getUTCDay());

/** Steps day by day until so many working days are met. */
function walked(day: number, count: number): number {
  let [at, left] = [day, Math.abs(count)];
  while (left > 0) {
    at += Math.sign(count);
    if (isWorkDay(at)) left--;
  }
  return at;
}

function counted(from: number, to: number): number {
  let days = 0;
  for (let day = from + 1; day <= to; day++) if (isWorkDay(day)) days++;
  return days;
}

const day = fc.integer({ min: -700_000, max: 2_900_000 });
const count = fc.integer({ min: -400, max: 400 });

describe('working days', () => {
  it('are the days a walk from day to day meets', () => {
    fc.assert(fc.property(day, count, (from, days) => from + workDayShift(from, days) === walked(from, days)));
  });

  it('between two days are counted as one by one, below zero backwards', () => {
    fc.assert(
      fc.property(day, fc.nat(1000), (from, length) => {
        expect(workDaysBetween(from, from + length)).toBe(counted(from, from + length));
        expect(workDaysBetween(from + length, from) + counted(from, from + length)).toBe(0);
      }),
    );
  });

  it('added to a day are those between it and the result', () => {
    fc.assert(
      fc.property(day, fc.nat(400), (from, days) => workDaysBetween(from, from + workDayShift(from, days)) === days),
    );
  });
});
