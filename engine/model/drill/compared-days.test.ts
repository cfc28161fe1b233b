import { expect, it } from 'vitest';
import { periodDays } from '../time/calendar-day.ts';
import { comparedKey, comparedPeriod } from './compared-days.ts';

// Half past midnight of Monday, the second of March, in Shanghai; still Sunday in Greenwich.
const now = '2026-03-01T16:30:00.000Z';

it.each([
  ['today', '2026-03-02', '2026-03-02'],
  ['yesterday', '2026-03-01', '2026-03-01'],
  ['thisWeek', '2026-03-02', '2026-03-08'],
  ['lastWeek', '2026-02-23', '2026-03-01'],
  ['thisMonth', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['thisQuarter', '2026-01-01', '2026-03-31'],
  ['thisYear', '2026-01-01', '2026-12-31'],
  ['last30Days', '2026-02-01', '2026-03-02'],
] as const)('%s begins and ends in Shanghai', (name, startDate, endDate) => {
  expect(periodDays(name, now)).toEqual({ startDate, endDate });
});

it.each([
  ['a day, with the day before', '2026-03-02', '2026-03-02', '2026-03-01', '2026-03-01'],
  ['a week, with the week before', '2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01'],
  ['a month, with the month before', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['a quarter, with the quarter before', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['a year, with the year before', '2024-01-01', '2024-12-31', '2023-01-01', '2023-12-31'],
  ['a month so far, with the same days of the month before', '2026-03-01', '2026-03-15', '2026-02-01', '2026-02-15'],
  ['a long month so far, with all of a shorter one', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['any other span, with as many days before', '2026-03-05', '2026-03-14', '2026-02-23', '2026-03-04'],
])('compares %s', (_, startDate, endDate, from, to) => {
  expect(comparedPeriod({ startDate, endDate }, 'previousPeriod')).toEqual({ startDate: from, endDate: to });
});

it('compares with the same days a year and a week before', () => {
  const february = { startDate: '2024-02-01', endDate: '2024-02-29' };
  expect(comparedPeriod(february, 'lastYear')).toEqual({ startDate: '2023-02-01', endDate: '2023-02-28' });
  expect(comparedPeriod(february, 'lastWeek')).toEqual({ startDate: '2024-01-25', endDate: '2024-02-22' });
});

it.each([
  ['day', '2024-02-03', 'lastYear', '2023-02-03'],
  ['day', '2024-02-29', 'lastYear', undefined],
  ['week', '2024-02-05', 'lastWeek', '2024-01-29'],
  ['month', '2024-02', 'previousPeriod', '2024-01'],
  ['hourOfDay', '09', 'previousPeriod', '09'],
] as const)('the %s %s of a period stands beside one of the other', (bucket, key, comparison, there) => {
  const period = { startDate: '2024-02-01', endDate: '2024-02-29' };
  expect(comparedKey(bucket, key, period, comparedPeriod(period, comparison))).toBe(there);
});
