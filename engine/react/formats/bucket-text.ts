import type { DatasetDimension } from '../../model/documents/index.ts';
import { formats, writtenDay, writtenMonth } from './formats.ts';

/** What people call a stretch of time that rows are counted by, in the language of the host. */
export function bucketText(bucket: NonNullable<DatasetDimension['bucket']>, key: string): string {
  switch (bucket) {
    case 'hour':
      return `${writtenDay(key.slice(0, 10))}${key.slice(10)}:00`;
    case 'hourOfDay':
      return `${key}:00`;
    case 'dayOfWeek':
      // The 5th of January 1970 was a Monday, which is 1.
      return formats().weekday.format(new Date(Date.UTC(1970, 0, 4 + Number(key))));
    case 'month':
      return writtenMonth(key);
    case 'quarter': {
      const [year = '', quarter = ''] = key.split('-Q');
      return formats().quarter(year, quarter);
    }
    case 'year':
      return key;
    default:
      return writtenDay(key);
  }
}
