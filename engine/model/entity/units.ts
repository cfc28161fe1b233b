import { numberOf } from '../fields/type-groups.ts';
import type { EntityField } from '../generated/documents.ts';

const signs = { seconds: '秒', minutes: '分钟', percent: '%' } as const;

/** What a number counts, as it stands beside it: money in yuan, lengths of time in seconds. */
export function unitSign(field: EntityField): string | undefined {
  const { unit } = field;
  return numberOf(field)?.symbol ?? (unit === undefined ? undefined : signs[unit]);
}

/** A title above bare numbers, with what they count where the field says so: `通话时长（秒）`. */
export function titleWithUnit(field: EntityField, title: string = field.title): string {
  const sign = field.unit === undefined ? undefined : unitSign(field);
  return sign === undefined || title.includes(`（${sign}）`) ? title : `${title}（${sign}）`;
}
