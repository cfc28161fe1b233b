import { type RawBuilder, sql } from 'kysely';
import { isForbiddenName, isStored } from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import { every, type SelectPlan, some } from './select-plan.ts';

/** One sort key: its column, direction, and whether it can be empty. Empty sorts last either way. */
export type SortKey = {
  readonly path: string;
  readonly column: RawBuilder<unknown>;
  readonly descending: boolean;
  readonly nullable: boolean;
};

const maxSorts = 4;
const mostRows = 1000;

/** The sort keys of a request, with the id as the last so that the order is total. */
export function sortKeys(sort: unknown, plan: SelectPlan): readonly SortKey[] {
  const list: readonly unknown[] = Array.isArray(sort) ? sort : [];
  if ((sort !== undefined && !Array.isArray(sort)) || list.length > maxSorts)
    throw bad('/sort', `至多 ${maxSorts} 个字段`, JSON.stringify(sort));
  const keys = list.map((item, index) => {
    const path = typeof item === 'string' ? item.replace(/^-/, '') : '';
    const column = isForbiddenName(path) ? undefined : plan.column(path);
    const { field } = column ?? {};
    const sortable =
      field !== undefined &&
      field.secret !== true &&
      field.mask === undefined &&
      !['json', 'refs', 'text', 'html'].includes(field.type);
    if (column === undefined || !sortable)
      throw bad(`/sort/${index}`, `${plan.entity.document.title}的可排序字段`, String(item));
    const isFilled = column.field.required === true || path === 'createdAt' || path === 'updatedAt';
    const nullable = path.includes('.') || !isStored(column.field) || !isFilled;
    return { path, column: column.sql, descending: typeof item === 'string' && item.startsWith('-'), nullable };
  });
  return [...keys, { path: 'id', column: plan.own('id'), descending: keys[0]?.descending ?? true, nullable: false }];
}

function bad(pointer: string, expected: string, got: string) {
  return refuse(
    'E_INPUT_INVALID',
    {},
    { faults: [{ code: 'E_INPUT_TYPE', pointer, title: '排序', expected, got: got.slice(0, 60) }] },
  );
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

/** Where a page starts: at the first row, at a row number, or beside the row with these sort values. */
export type PageStart =
  | { readonly kind: 'first' }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'beside'; readonly backwards: boolean; readonly values: readonly unknown[] };

/** Reads a cursor; one made for another sort, or by hand, is refused. */
export function readCursor(cursor: unknown, keys: readonly SortKey[]): PageStart {
  if (cursor === undefined || cursor === null || cursor === '') return { kind: 'first' };
  if (typeof cursor !== 'string' || cursor.length > 2000) throw refuse('E_CURSOR');
  const row = /^row:(\d{1,4})$/.exec(cursor)?.[1];
  if (row !== undefined) {
    if (Number(row) >= mostRows) throw refuse('E_CURSOR');
    return { kind: 'row', row: Number(row) };
  }
  const parsed = parse(cursor);
  if (parsed === undefined || parsed.sort !== signature(keys) || parsed.values.length !== keys.length)
    throw refuse('E_CURSOR');
  return { kind: 'beside', backwards: parsed.backwards, values: parsed.values };
}

/** The cursor that starts after (or before) a row with these sort values. */
export function writeCursor(keys: readonly SortKey[], values: readonly unknown[], backwards: boolean): string {
  return Buffer.from(JSON.stringify([signature(keys), backwards ? 1 : 0, ...values])).toString('base64url');
}

function signature(keys: readonly SortKey[]): string {
  return keys.map((key) => `${key.descending ? '-' : ''}${key.path}`).join(',');
}

function parse(
  cursor: string,
): { readonly sort: unknown; readonly backwards: boolean; readonly values: readonly unknown[] } | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parts)) return undefined;
    const [sort, backwards, ...values] = parts;
    const plain = values.every((value) => value === null || ['string', 'number', 'boolean'].includes(typeof value));
    return plain ? { sort, backwards: backwards === 1, values } : undefined;
  } catch {
    return undefined;
  }
}

/** Rows strictly beyond the values in sort order, with a leading bound an index can start from. */
export function beyond(keys: readonly SortKey[], start: Extract<PageStart, { kind: 'beside' }>): RawBuilder<unknown> {
  const alternatives = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((earlier, position) => same(earlier.column, start.values[position]));
    return every([...equal, further(key, start.values[index], start.backwards)]);
  });
  const [first] = keys;
  const [value] = start.values;
  if (first === undefined || first.nullable || value === null) return some(alternatives);
  const down = first.descending !== start.backwards;
  const bound = down ? sql`${first.column} <= ${value}` : sql`${first.column} >= ${value}`;
  return every([bound, some(alternatives)]);
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
