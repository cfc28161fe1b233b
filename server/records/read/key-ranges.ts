import { type RawBuilder, sql } from 'kysely';
import { every, some } from '../plan/conditions.ts';
import { isBackwards, type PageStart, type SortKey } from './keyset.ts';

/** A run of rows in sort order that an index can give: which rows beyond the page's start, and their order. */
export type KeyRange = { readonly condition: RawBuilder<unknown> | undefined; readonly order: RawBuilder<unknown> };

/**
 * The runs of rows a page is read from, one after another. Rows whose first key is empty come last whichever way the
 * sort goes, which no one index gives; as a run of their own they are read from the index of the key like the others.
 */
export function keyRanges(keys: readonly SortKey[], start: PageStart): readonly KeyRange[] {
  const backwards = isBackwards(start);
  const [first, ...rest] = keys;
  if (first === undefined) return [];
  const bound = boundOf(start);
  // PostgreSQL puts empty values last going up and first going down: read that way, one run is enough.
  const isNatural = !first.descending && bound === undefined;
  if (!first.nullable || !first.own || isNatural)
    return [{ condition: beyond(keys, bound, backwards), order: orderBy(keys, backwards) }];
  const filledKeys = [{ ...first, nullable: false }, ...rest];
  const filled = (from: Bound | undefined): KeyRange => ({
    condition: both(sql`${first.column} is not null`, beyond(filledKeys, from, backwards)),
    order: orderBy(filledKeys, backwards),
  });
  const empty = (from: Bound | undefined): KeyRange => ({
    condition: both(sql`${first.column} is null`, beyond(rest, from, backwards)),
    order: orderBy(filledKeys, backwards),
  });
  const isInEmpty = bound !== undefined && bound.values[0] === null;
  if (backwards) return isInEmpty || bound === undefined ? [empty(rested(bound)), filled(undefined)] : [filled(bound)];
  return isInEmpty ? [empty(rested(bound))] : [filled(bound), empty(undefined)];
}

/** The values a run begins at, and whether a row that has just these belongs to it. */
type Bound = { readonly values: readonly unknown[]; readonly inclusive: boolean };

function boundOf(start: PageStart): Bound | undefined {
  if (start.kind === 'beside') return { values: start.values, inclusive: false };
  return start.kind === 'value' ? { values: [start.value], inclusive: true } : undefined;
}

function rested(bound: Bound | undefined): Bound | undefined {
  return bound === undefined ? undefined : { ...bound, values: bound.values.slice(1) };
}

function both(condition: RawBuilder<unknown>, other: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return other === undefined ? condition : every([condition, other]);
}

/** `order by` of the keys; `reversed` for the page before. */
export function orderBy(keys: readonly SortKey[], reversed: boolean): RawBuilder<unknown> {
  const terms = keys.map((key) => {
    const down = key.descending !== reversed;
    const order = down ? sql`${key.column} desc` : sql`${key.column} asc`;
    if (!key.nullable) return order;
    return reversed ? sql`${order} nulls first` : sql`${order} nulls last`;
  });
  return sql.join(terms);
}

/** Rows strictly beyond the values in sort order, or at them where they belong to the run. */
function beyond(
  keys: readonly SortKey[],
  bound: Bound | undefined,
  backwards: boolean,
): RawBuilder<unknown> | undefined {
  const [first] = keys;
  if (bound === undefined || first === undefined) return undefined;
  const { values, inclusive } = bound;
  if (inclusive) return atOrBeyond(first, values[0], backwards);
  const isUniform = keys.every((key) => !key.nullable && key.descending === first.descending);
  // Compared as a row, an index starts right at the place, however many rows share the first value.
  if (isUniform) {
    const columns = sql.join(keys.map((key) => key.column));
    const place = sql.join(keys.map((_, index) => values[index]));
    return first.descending !== backwards ? sql`(${columns}) < (${place})` : sql`(${columns}) > (${place})`;
  }
  const alternatives = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((earlier, place) => same(earlier.column, values[place]));
    return every([...equal, further(key, values[index], backwards)]);
  });
  if (first.nullable || values[0] === null) return some(alternatives);
  return every([atOrBeyond(first, values[0], backwards), some(alternatives)]);
}

function atOrBeyond(key: SortKey, value: unknown, backwards: boolean): RawBuilder<unknown> {
  const reached = key.descending !== backwards ? sql`${key.column} <= ${value}` : sql`${key.column} >= ${value}`;
  return key.nullable ? sql`(${reached} or ${key.column} is null)` : reached;
}

function same(column: RawBuilder<unknown>, value: unknown): RawBuilder<unknown> {
  return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
}

/** Strictly further along one key. Empty values come last, so going forwards nothing is beyond them. */
function further(key: SortKey, value: unknown, backwards: boolean): RawBuilder<unknown> {
  if (value === null) return backwards ? sql`${key.column} is not null` : sql`false`;
  const down = key.descending !== backwards;
  const past = down ? sql`${key.column} < ${value}` : sql`${key.column} > ${value}`;
  return key.nullable && !backwards ? sql`(${past} or ${key.column} is null)` : past;
}
