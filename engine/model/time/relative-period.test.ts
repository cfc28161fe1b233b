import { expect, it } from 'vitest';
import { dayOf } from './calendar-day.ts';
import { dayStart, spanOf, spanOfDays } from './relative-period.ts';

// 2026-03-01 is a Sunday; 17:30 UTC is already Monday in Shanghai.
const sundayNoon = '2026-03-01T04:00:00.000Z';
const sundayLate = '2026-03-01T17:30:00.000Z';

it.each([
  ['today', sundayNoon, '2026-02-28T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
  ['today', sundayLate, '2026-03-01T16:00:00.000Z', '2026-03-02T16:00:00.000Z'],
  ['yesterday', sundayNoon, '2026-02-27T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
  ['thisWeek', sundayNoon, '2026-02-22T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
  ['thisWeek', sundayLate, '2026-03-01T16:00:00.000Z', '2026-03-08T16:00:00.000Z'],
  ['thisMonth', sundayNoon, '2026-02-28T16:00:00.000Z', '2026-03-31T16:00:00.000Z'],
  ['tomorrow', sundayNoon, '2026-03-01T16:00:00.000Z', '2026-03-02T16:00:00.000Z'],
  ['lastWeek', sundayNoon, '2026-02-15T16:00:00.000Z', '2026-02-22T16:00:00.000Z'],
  ['nextWeek', sundayNoon, '2026-03-01T16:00:00.000Z', '2026-03-08T16:00:00.000Z'],
  ['lastMonth', sundayNoon, '2026-01-31T16:00:00.000Z', '2026-02-28T16:00:00.000Z'],
  ['nextMonth', sundayNoon, '2026-03-31T16:00:00.000Z', '2026-04-30T16:00:00.000Z'],
  ['thisQuarter', sundayNoon, '2025-12-31T16:00:00.000Z', '2026-03-31T16:00:00.000Z'],
  ['lastQuarter', sundayNoon, '2025-09-30T16:00:00.000Z', '2025-12-31T16:00:00.000Z'],
  ['thisYear', sundayNoon, '2025-12-31T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
  ['lastYear', sundayNoon, '2024-12-31T16:00:00.000Z', '2025-12-31T16:00:00.000Z'],
  ['last1Days', sundayNoon, '2026-02-28T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
  ['last14Days', sundayNoon, '2026-02-15T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
  ['next3Days', sundayNoon, '2026-02-28T16:00:00.000Z', '2026-03-03T16:00:00.000Z'],
  ['next30Days', sundayNoon, '2026-02-28T16:00:00.000Z', '2026-03-30T16:00:00.000Z'],
  ['last7Days', sundayNoon, '2026-02-22T16:00:00.000Z', '2026-03-01T16:00:00.000Z'],
] as const)('%s at %s', (period, now, from, to) => {
  expect(spanOf(period, now)).toEqual({ from, to });
});

it('leaves what is overdue open below', () => {
  expect(spanOf('overdue', sundayNoon)).toEqual({ to: sundayNoon });
  expect(spanOf('todayOrOverdue', sundayNoon)).toEqual({ to: '2026-03-01T16:00:00.000Z' });
});

it('cuts days in Shanghai', () => {
  expect(dayOf(sundayLate)).toBe('2026-03-02');
  expect(dayStart(sundayLate)).toBe('2026-03-01T16:00:00.000Z');
  expect(spanOfDays('2026-03-01', '2026-03-02')).toEqual({
    from: '2026-02-28T16:00:00.000Z',
    to: '2026-03-02T16:00:00.000Z',
  });
});
