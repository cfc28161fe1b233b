import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { addDays, daysOfMonths, spanOfDays, yearAndMonthOf } from '../../../engine/model/time/index.ts';
import type { GroupBucket, Where } from '../../../engine/model/wire/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { commonText } from '../../texts/common-text.ts';
import { bucketName } from '../dataset/time-buckets.ts';
import type { AskedGroups } from './group-request.ts';

/** What people call a group; null where the record it is about has no name. */
export function nameOf(key: string, name: string | null, asked: AskedGroups, context: CallContext): string | null {
  const { field } = asked.key;
  if (asked.bucket !== undefined) return bucketName(asked.bucket, key);
  if (kindOfValue(field) === 'bool') return formatMessage(commonText(key === 'true' ? 'common.yes' : 'common.no'));
  if (kindOfValue(field) !== 'choice') return name;
  const { values = [] } = context.documents.dictionaries.get(field.dictionary ?? '') ?? {};
  // Values that left the dictionary still have rows.
  return values.find((value) => value.key === key)?.title ?? key;
}

/** The condition that finds the rows of a group. */
export function whereOf(key: string | null, { by, key: { field }, bucket }: AskedGroups): Where {
  if (key === null) return { field: by, op: 'isNull' };
  if (bucket === undefined) return { field: by, op: 'eq', value: kindOfValue(field) === 'bool' ? key === 'true' : key };
  const { startDate, endDate } = daysOf(bucket, key);
  const days = { from: startDate, to: addDays(endDate, 1) };
  const { from, to } = kindOfValue(field) === 'day' ? days : spanOfDays(startDate, endDate);
  return {
    and: [
      { field: by, op: 'gte', value: from },
      { field: by, op: 'lt', value: to },
    ],
  };
}

/** The days a bucket has, both ends counted. */
function daysOf(bucket: GroupBucket, key: string): { readonly startDate: string; readonly endDate: string } {
  switch (bucket) {
    case 'day':
      return { startDate: key, endDate: key };
    case 'week':
      return { startDate: key, endDate: addDays(key, 6) };
    case 'month':
      return daysOfMonths(...yearAndMonthOf(`${key}-01`), 1);
    case 'year':
      return daysOfMonths(Number(key), 0, 12);
  }
}
