import type { CardCondition, FixedFilter, Where, WireRecord } from '../model/index.ts';

/** A document's fixed filter as conditions: a value equals, a list holds one of, null is empty, `@record.id` is the record. */
export function fixedWhere(filter: FixedFilter | undefined, record?: WireRecord): readonly Where[] {
  return Object.entries(filter ?? {}).map(([field, value]): Where => {
    if (value === null) return { field, op: 'isNull' };
    if (Array.isArray(value)) return { field, op: 'in', value };
    return { field, op: 'eq', value: value === '@record.id' ? record?.id : value };
  });
}

/** The conditions of a card or drill-down as they go on the wire. */
export function cardWhere(
  conditions: readonly CardCondition[] | undefined,
): readonly Extract<Where, { readonly field: string }>[] {
  return (conditions ?? []).map(({ field, op, value }) => ({ field, op, ...(value === undefined ? {} : { value }) }));
}
