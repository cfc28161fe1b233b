import type { DatasetDimension } from '../generated/documents.ts';
import { addDays, boundsOfDay, type Days } from '../time/calendar-day.ts';

/** First and last moment of a stretch of time, both inclusive. */
export type MomentSpan = { readonly from: string; readonly to: string };

type Bucket = DatasetDimension['bucket'];

const hourMs = 3_600_000;

/**
 * The stretch of time that a bucket's key means, within the days where they are given; undefined where it is no
 * single one, as the ninth hour of several days.
 */
export function bucketSpan(bucket: Bucket, key: string, within: Days | undefined): MomentSpan | undefined {
  if (bucket === 'hour') return hourSpan(key.slice(0, 10), Number(key.slice(11)));
  if (bucket === 'hourOfDay' || bucket === 'dayOfWeek') return onlyOne(bucket, Number(key), within);
  const days = daysOfBucket(bucket, key);
  if (days === undefined || within === undefined) return days === undefined ? undefined : momentsOf(days);
  const startDate = within.startDate > days.startDate ? within.startDate : days.startDate;
  const endDate = within.endDate < days.endDate ? within.endDate : days.endDate;
  return startDate <= endDate ? momentsOf({ startDate, endDate }) : undefined;
}

/** A cut that comes again, where the days hold it only once. */
function onlyOne(bucket: 'hourOfDay' | 'dayOfWeek', key: number, within: Days | undefined): MomentSpan | undefined {
  if (within === undefined) return undefined;
  const { startDate, endDate } = within;
  if (bucket === 'hourOfDay') return startDate === endDate ? hourSpan(startDate, key) : undefined;
  const [day, other] = daysAt(within, key);
  return day === undefined || other !== undefined ? undefined : momentsOf({ startDate: day, endDate: day });
}

function hourSpan(day: string, hour: number): MomentSpan | undefined {
  const start = Date.parse(boundsOfDay(day).from) + hour * hourMs;
  if (!Number.isFinite(start)) return undefined;
  return { from: new Date(start).toISOString(), to: new Date(start + hourMs - 1).toISOString() };
}

function momentsOf({ startDate, endDate }: Days): MomentSpan {
  return { from: boundsOfDay(startDate).from, to: boundsOfDay(endDate).to };
}

/** The days on one day of the week, Monday being 1; at most two are looked for. */
function daysAt({ startDate, endDate }: Days, weekday: number): readonly string[] {
  const first = new Date(`${startDate}T00:00:00Z`).getUTCDay();
  const day = addDays(startDate, (weekday - first + 7) % 7);
  return [day, addDays(day, 7)].filter((one) => one <= endDate);
}

function daysOfBucket(bucket: Bucket, key: string): Days | undefined {
  switch (bucket) {
    case 'day':
      return { startDate: key, endDate: key };
    case 'week':
      return { startDate: key, endDate: addDays(key, 6) };
    case 'month':
      return months(Number(key.slice(0, 4)), Number(key.slice(5)) - 1, 1);
    case 'quarter':
      return months(Number(key.slice(0, 4)), (Number(key.slice(6)) - 1) * 3, 3);
    case 'year':
      return months(Number(key), 0, 12);
    default:
      return undefined;
  }
}

function months(year: number, month: number, count: number): Days {
  const text = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return { startDate: text(Date.UTC(year, month, 1)), endDate: text(Date.UTC(year, month + count, 0)) };
}
