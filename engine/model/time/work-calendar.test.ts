import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shanghaiOffset } from './calendar-day.ts';
import {
  type ToldDay,
  weekdaysOnly,
  workCalendar,
  workDayShift,
  workDaysBetween,
  workedBetween,
  workedSpan,
} from './work-calendar.ts';

const length = 86_400_000;
const textOf = (day: number) => new Date(day * length).toISOString().slice(0, 10);
const first = Date.parse('2026-01-01T00:00:00Z') / length;

/** Days of two years told holidays and days worked, whatever their weekday. */
const told: fc.Arbitrary<readonly ToldDay[]> = fc.array(
  fc.record({ day: fc.integer({ min: first, max: first + 730 }).map(textOf), isWorked: fc.boolean() }),
  { maxLength: 300 },
);

const isWorkDay = (days: readonly ToldDay[]) => {
  const known = new Map(days.map(({ day, isWorked }) => [day, isWorked]));
  return (day: number) => known.get(textOf(day)) ?? ![0, 6].includes(new Date(day * length).getUTCDay());
};

/** Steps day by day until so many working days are met. */
function walked(day: number, count: number, worked: (day: number) => boolean): number {
  let [at, left] = [day, Math.abs(count)];
  while (left > 0) {
    at += Math.sign(count);
    if (worked(at)) left--;
  }
  return at;
}

function counted(from: number, to: number, worked: (day: number) => boolean): number {
  let days = 0;
  for (let day = from + 1; day <= to; day++) if (worked(day)) days++;
  return days;
}

const day = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: first - 60, max: first + 800 }) },
  fc.integer({ min: -700_000, max: 2_900_000 }),
);
const count = fc.integer({ min: -400, max: 400 });
const moment = fc.integer({ min: (first - 30) * length, max: (first + 770) * length });

describe('working days', () => {
  it('are the days a walk from day to day meets', () => {
    fc.assert(
      fc.property(told, day, count, (days, from, shift) => {
        const to = from + workDayShift(from, shift, workCalendar(days));
        return to === (shift === 0 ? from : walked(from, shift, isWorkDay(days)));
      }),
    );
  });

  it('between two days are counted as one by one, below zero backwards', () => {
    fc.assert(
      fc.property(told, day, fc.nat(1000), (days, from, span) => {
        const calendar = workCalendar(days);
        expect(workDaysBetween(from, from + span, calendar)).toBe(counted(from, from + span, isWorkDay(days)));
        expect(workDaysBetween(from + span, from, calendar)).toBe(-workDaysBetween(from, from + span, calendar) + 0);
      }),
    );
  });

  it('take the time between two moments, holidays left out and days worked for others counted', () => {
    fc.assert(
      fc.property(told, moment, fc.nat(40 * length), (days, from, span) => {
        const worked = isWorkDay(days);
        let sum = 0;
        for (let at = from; at < from + span; ) {
          const day = Math.floor((at + shanghaiOffset) / length);
          const end = Math.min((day + 1) * length - shanghaiOffset, from + span);
          if (worked(day)) sum += end - at;
          at = end;
        }
        expect(workedBetween(from, from + span, workCalendar(days))).toBe(sum);
      }),
    );
  });

  it('end as soon as so much of them is over', () => {
    fc.assert(
      fc.property(told, moment, fc.integer({ min: 1, max: 40 * length }), (days, from, wanted) => {
        const calendar = workCalendar(days);
        const span = workedSpan(from, wanted, calendar);
        expect(workedBetween(from, from + span, calendar)).toBe(wanted);
        expect(workedBetween(from, from + span - 1, calendar)).toBe(wanted - 1);
      }),
    );
  });

  it('are told only where the weekday says otherwise; of a day told twice the last counts', () => {
    expect(workCalendar([{ day: '2026-10-03', isWorked: false }])).toEqual(weekdaysOnly);
    const twice = [
      { day: '2026-10-01', isWorked: false },
      { day: '2026-10-01', isWorked: true },
    ];
    expect(workCalendar(twice)).toEqual(weekdaysOnly);
  });
});
