import { numberOf } from '../fields/type-groups.ts';
import type { EntityField } from '../generated/documents.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';

/** What a number counts, as it stands beside it: money in yuan, lengths of time in seconds. */
export function unitSign(field: EntityField): string | undefined {
  const { unit } = field;
  const symbol = numberOf(field)?.symbol;
  if (symbol !== undefined) return symbol;
  return unit === undefined ? undefined : formatMessage(modelText(`model.unit.${unit}`));
}

/** A title above bare numbers, with what they count where the field says so: `通话时长（秒）`. */
export function titleWithUnit(field: EntityField, title: string = field.title): string {
  const sign = field.unit === undefined ? undefined : unitSign(field);
  return sign === undefined || title.includes(`（${sign}）`)
    ? title
    : formatMessage(modelText('model.unit.title', { title, sign }));
}
