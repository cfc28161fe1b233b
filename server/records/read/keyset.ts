import type { RawBuilder } from 'kysely';
import { isStored } from '../../../engine/model/entity/index.ts';
import { isSingle } from '../../../engine/model/fields/index.ts';
import { isForbiddenName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { Placeholder } from '../../db/connection/statement.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { queryText } from '../../texts/records/query-text.ts';
import { expectedPath } from '../plan/query-cost.ts';
import type { SelectPlan } from '../plan/select-plan.ts';

/** One sort key: its column, direction, and whether it can be empty. Empty sorts last either way. */
export type SortKey = {
  readonly path: string;
  readonly column: RawBuilder<unknown>;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Whether it is a column of the table itself, which an index can hold. */
  readonly own: boolean;
};

const maxSorts = 4;
const maxRows = 1000;

/** The sort keys of a request, with the id as the last so that the order is total. */
export function sortKeys(sort: unknown, plan: SelectPlan): readonly SortKey[] {
  const list: readonly unknown[] = Array.isArray(sort) ? sort : [];
  if ((sort !== undefined && !Array.isArray(sort)) || list.length > maxSorts)
    throw wrongInput(
      '/sort',
      queryText('query.sort'),
      queryText('query.mostSorts', { maxSorts }),
      JSON.stringify(sort),
    );
  const keys = list.map((item, index) => {
    const path = typeof item === 'string' ? item.replace(/^-/, '') : '';
    const column = isForbiddenName(path) ? undefined : plan.reached(path);
    const { field } = column ?? {};
    const sortable = field !== undefined && field.secret !== true && field.mask === undefined && isSingle(field);
    if (column === undefined || !sortable)
      throw wrongInput(
        `/sort/${index}`,
        queryText('query.sort'),
        expectedPath(formatMessage(queryText('query.sortable', { entity: plan.entity.document })), path),
        item,
      );
    plan.cost.refuseAbove(`/sort/${index}`);
    const isFilled = column.field.required === true || filledKeys.has(path);
    const own = !path.includes('.') && isStored(column.field);
    const descending = typeof item === 'string' && item.startsWith('-');
    return { path, column: column.sql, descending, nullable: !own || !isFilled, own };
  });
  const descending = keys[0]?.descending ?? true;
  return [...keys, { path: 'id', column: plan.own('id'), descending, nullable: false, own: true }];
}

const filledKeys: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'version']);

/**
 * Where a page starts: at the first row, at a row number, at the first row with a value or beyond it; or it ends with
 * the last row; or it lies beside the row with these sort values.
 */
export type PageStart =
  | { readonly kind: 'first' | 'last' }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'beside'; readonly backwards: boolean; readonly values: readonly unknown[] };

/** Where a cursor says that a page starts; `sort` tells for which keys it was made. */
export type Cursor = PageStart & { readonly sort?: unknown };

/** Reads a cursor; one made by hand is refused. */
export function readCursor(cursor: unknown): Cursor {
  if (cursor === undefined || cursor === null || cursor === '') return { kind: 'first' };
  if (typeof cursor !== 'string' || cursor.length > 2000) throw refuse('E_CURSOR');
  if (cursor === 'last') return { kind: 'last' };
  if (cursor.startsWith('value:')) return { kind: 'value', value: cursor.slice('value:'.length) };
  const row = /^row:(\d{1,4})$/.exec(cursor)?.[1];
  if (row !== undefined) {
    if (Number(row) >= maxRows) throw refuse('E_CURSOR');
    return { kind: 'row', row: Number(row) };
  }
  const parsed = parse(cursor);
  if (parsed === undefined) throw refuse('E_CURSOR');
  return { kind: 'beside', ...parsed };
}

/** Refuses a cursor that was made for another sort. */
export function checkCursor(cursor: Cursor, keys: readonly SortKey[]): void {
  if (cursor.kind !== 'beside') return;
  if (cursor.sort !== signature(keys) || cursor.values.length !== keys.length) throw refuse('E_CURSOR');
  // An empty value of a key that is never empty would have made another cursor.
  if (keys.some((key, place) => !key.nullable && cursor.values[place] === null)) throw refuse('E_CURSOR');
}

/** A start with its values apart, so that a statement serves every start of its kind: empty ones stay where they are. */
export function withoutValues(start: PageStart): { readonly start: PageStart; readonly values: readonly unknown[] } {
  if (start.kind === 'value') return { start: { ...start, value: new Placeholder(0) }, values: [start.value] };
  if (start.kind !== 'beside') return { start, values: [] };
  const { kind, backwards, values } = start;
  const places = values.map((value, place) => (value === null ? null : new Placeholder(place)));
  return { start: { kind, backwards, values: places }, values };
}

/** Whether the rows of a page are read from its end. */
export function isBackwards(start: PageStart): boolean {
  return start.kind === 'last' || (start.kind === 'beside' && start.backwards);
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
