import type { DatasetComparison, DatasetDocument, DatasetPeriod } from '../../../engine/model/index.ts';
import { dayOf } from '../periods.ts';

const dayMs = 86_400_000;

type NamedPeriod = NonNullable<DatasetDocument['period']>;

/** A day so many days later. */
export function addDays(day: string, count: number): string {
  return textOf(Date.parse(day) + count * dayMs);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** How many days a period has, both ends counted. */
export function lengthOf({ startDate, endDate }: DatasetPeriod): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayMs) + 1;
}

/** The days a period by name means at a moment. */
export function namedPeriod(name: NamedPeriod, now: string): DatasetPeriod {
  const today = dayOf(now);
  const monday = mondayOf(today);
  const [year, month] = partsOf(today);
  switch (name) {
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'thisWeek':
      return { startDate: monday, endDate: addDays(monday, 6) };
    case 'lastWeek':
      return { startDate: addDays(monday, -7), endDate: addDays(monday, -1) };
    case 'thisMonth':
      return months(year, month, 1);
    case 'lastMonth':
      return months(year, month - 1, 1);
    case 'thisQuarter':
      return months(year, Math.floor(month / 3) * 3, 3);
    case 'thisYear':
      return months(year, 0, 12);
    case 'last30Days':
      return { startDate: addDays(today, -29), endDate: today };
  }
}

/** The period another one is compared with. */
export function comparedPeriod(period: DatasetPeriod, comparison: DatasetComparison): DatasetPeriod {
  switch (comparison) {
    case 'previousPeriod':
      return periodBefore(period);
    case 'lastWeek':
      return { startDate: addDays(period.startDate, -7), endDate: addDays(period.endDate, -7) };
    case 'lastYear':
      return { startDate: monthsBefore(period.startDate, 12), endDate: monthsBefore(period.endDate, 12) };
  }
}

/** Whole months before whole months, the same days of the month before a month so far, else as many days. */
function periodBefore(period: DatasetPeriod): DatasetPeriod {
  const { startDate, endDate } = period;
  const [year, month] = partsOf(startDate);
  const [endYear, endMonth] = partsOf(endDate);
  const count = (endYear - year) * 12 + endMonth - month + 1;
  if (startDate.endsWith('-01') && addDays(endDate, 1).endsWith('-01')) return months(year, month - count, count);
  if (startDate.endsWith('-01') && count === 1)
    return { startDate: monthsBefore(startDate, 1), endDate: monthsBefore(endDate, 1) };
  const days = lengthOf(period);
  return { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) };
}

function months(year: number, month: number, count: number): DatasetPeriod {
  return { startDate: textOf(Date.UTC(year, month, 1)), endDate: textOf(Date.UTC(year, month + count, 0)) };
}

/** The same day of an earlier month, or its last one where it is shorter. */
function monthsBefore(day: string, count: number): string {
  const [year, month] = partsOf(day);
  const last = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - count, Math.min(Number(day.slice(8)), last)));
}

/** Year, and month counted from 0. */
function partsOf(day: string): readonly [year: number, month: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
}

function textOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
