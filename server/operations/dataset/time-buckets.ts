import { addDays, type DatasetDimension, type DatasetPeriod, mondayOf } from '../../../engine/model/index.ts';

/** How time is cut into groups. */
export type TimeBucket = NonNullable<DatasetDimension['bucket']>;

/** A value a dimension takes: how the database writes it, and how people do. */
export type DimensionValue = { readonly key: string; readonly name: string };

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

/** Patterns of the keys for `to_char`; a week is the day of its Monday. */
export const keyPatterns: Readonly<Record<Exclude<TimeBucket, 'week'>, string>> = {
  hour: 'YYYY-MM-DD HH24',
  day: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  quarter: 'YYYY"-Q"Q',
  year: 'YYYY',
  hourOfDay: 'HH24',
  dayOfWeek: 'ID',
};

/** Every bucket a period has, also those without rows, in order of time. */
export function bucketsOf(bucket: TimeBucket, period: DatasetPeriod): readonly DimensionValue[] {
  return keysOf(bucket, period).map((key) => ({ key, name: bucketName(bucket, key) }));
}

/** What people call a bucket. */
export function bucketName(bucket: TimeBucket, key: string): string {
  switch (bucket) {
    case 'hour':
    case 'hourOfDay':
      return `${key}:00`;
    case 'dayOfWeek':
      return weekdays[Number(key) - 1] ?? key;
    case 'quarter':
      return key.replace('-Q', ' 年第 ').concat(' 季度');
    default:
      return key;
  }
}

/** Whether the buckets come again in every period, so that periods are compared by them as they are. */
export function recurs(bucket: TimeBucket): boolean {
  return bucket === 'hourOfDay' || bucket === 'dayOfWeek';
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

function keysOf(bucket: TimeBucket, { startDate, endDate }: DatasetPeriod): readonly string[] {
  if (bucket === 'hourOfDay') return hours;
  if (bucket === 'dayOfWeek') return weekdays.map((_, index) => String(index + 1));
  const keys = new Set<string>();
  for (let day = startDate; day <= endDate; day = addDays(day, 1))
    for (const key of keysOfDay(bucket, day)) keys.add(key);
  return [...keys];
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
