import { recordPathOf } from '../documents/record-match.ts';
import { filterWhere } from '../entity/offered-rows.ts';
import type { CardCondition, FixedFilter } from '../generated/documents.ts';
import type { Where, WireRecord } from '../wire/wire.ts';
import { valueAt } from './record-path.ts';

/**
 * What belongs to a record as conditions: `@record.customerId` is the value there. Undefined where the record has no
 * such value: then nothing belongs to it.
 */
export function matchWhere(match: FixedFilter, record: WireRecord): readonly Where[] | undefined {
  const found: Record<string, FixedFilter[string]> = {};
  for (const [field, value] of Object.entries(match)) {
    const path = recordPathOf(value);
    const matched = path === undefined ? value : valueAt(record, path);
    if (path !== undefined && typeof matched !== 'string') return undefined;
    found[field] = typeof matched === 'string' ? matched : value;
  }
  return filterWhere(found);
}

/** The conditions of a card or drill-down as they go on the wire. */
export function cardWhere(
  conditions: readonly CardCondition[] | undefined,
): readonly Extract<Where, { readonly field: string }>[] {
  return (conditions ?? []).map(({ field, op, value, than }) => ({
    field,
    op,
    ...(value === undefined ? {} : { value }),
    ...(than === undefined ? {} : { than }),
  }));
}
