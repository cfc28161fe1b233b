import { bucketKeys, type TimeBucket } from '../../../engine/model/drill/index.ts';
import type { DatasetPeriod } from '../../../engine/model/wire/index.ts';

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
  return bucketKeys(bucket, period).map((key) => ({ key, name: bucketName(bucket, key) }));
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
