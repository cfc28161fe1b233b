import type { DatasetDimension } from '../generated/documents.ts';
import { addDays, type Days, dayLength, daysOfMonths, mondayOf, yearAndMonthOf } from '../time/calendar-day.ts';
import type { DatasetComparison } from '../wire/wire.ts';

/** How many days a period has, both ends counted. */
export function lengthOf({ startDate, endDate }: Days): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayLength) + 1;
}

/** The period another one is compared with. */
export function comparedPeriod(period: Days, comparison: DatasetComparison): Days {
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
function periodBefore(period: Days): Days {
  const { startDate, endDate } = period;
  const [year, month] = yearAndMonthOf(startDate);
  const [endYear, endMonth] = yearAndMonthOf(endDate);
  const count = (endYear - year) * 12 + endMonth - month + 1;
  if (startDate.endsWith('-01') && addDays(endDate, 1).endsWith('-01')) return daysOfMonths(year, month - count, count);
  if (startDate.endsWith('-01') && count === 1)
    return { startDate: monthsBefore(startDate, 1), endDate: monthsBefore(endDate, 1) };
  const days = lengthOf(period);
  return { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) };
}

/** The same day of an earlier month, or its last one where it is shorter. */
function monthsBefore(day: string, count: number): string {
  const [year, month] = yearAndMonthOf(day);
  const last = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - count, Math.min(Number(day.slice(8)), last))).toISOString().slice(0, 10);
}

/** How time is cut into groups. */
export type TimeBucket = NonNullable<DatasetDimension['bucket']>;

/** Whether the buckets come again in every period, so that periods are compared by them as they are. */
export function recurs(bucket: TimeBucket): boolean {
  return bucket === 'hourOfDay' || bucket === 'dayOfWeek';
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** The keys of every bucket a period has, in order of time. */
export function bucketKeys(bucket: TimeBucket, { startDate, endDate }: Days): readonly string[] {
  if (bucket === 'hourOfDay') return hours;
  if (bucket === 'dayOfWeek') return ['1', '2', '3', '4', '5', '6', '7'];
  const keys = new Set<string>();
  for (let day = startDate; day <= endDate; day = addDays(day, 1))
    for (const key of keysOfDay(bucket, day)) keys.add(key);
  return [...keys];
}

/** The bucket of another period that one is compared with: the third day of one with the third of the other. */
export function comparedKey(bucket: TimeBucket, key: string, period: Days, other: Days): string | undefined {
  if (recurs(bucket)) return key;
  return bucketKeys(bucket, other)[bucketKeys(bucket, period).indexOf(key)];
}

function keysOfDay(bucket: Exclude<TimeBucket, 'hourOfDay' | 'dayOfWeek'>, day: string): readonly string[] {
  switch (bucket) {
    case 'hour':
      return hours.map((hour) => `${day} ${hour}`);
    case 'day':
      return [day];
    case 'week':
      return [mondayOf(day)];
    case 'month':
      return [day.slice(0, 7)];
    case 'quarter':
      return [`${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) + 2) / 3)}`];
    case 'year':
      return [day.slice(0, 4)];
  }
}
