import { bucketKeys, type TimeBucket } from '../../../engine/model/drill/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { DatasetPeriod } from '../../../engine/model/wire/index.ts';
import { datasetText } from '../../texts/dataset-text.ts';

/** A value a dimension takes: how the database writes it, and how people do. */
export type DimensionValue = { readonly key: string; readonly name: string };

/** The days of a week as the database numbers them. */
const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;

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
      return weekdayName(key);
    case 'quarter': {
      const [year = '', quarter = ''] = key.split('-Q');
      return formatMessage(datasetText('dataset.quarter', { year, quarter }));
    }
    default:
      return key;
  }
}

function weekdayName(key: string): string {
  const day = weekdays.find((one) => one === key);
  return day === undefined ? key : formatMessage(datasetText(`dataset.weekday.${day}`));
}
