import type { FormFieldView } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import type { RowsDraft } from '../../../drafts/draft-shape.ts';
import type { Values } from '../../../record/values.ts';
import { isWritable } from '../values/form-mode.ts';
import { type RowMaker, recordsAt } from './edited-row.ts';
import type { EditedRow } from './row-list.ts';

/** What a row like another starts with: what is only shown belongs to that row, unless it follows a reference. */
export function copiedValues(cells: readonly FormFieldView[], values: Values): Values {
  const owned = new Set(cells.flatMap(({ key, shown, source }) => (shown && source === undefined ? [key] : [])));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !owned.has(key)));
}

/**
 * The rows that were typed here over those stored meanwhile, with their own; fixed ones, with the cells that were edited,
 * are those that are stored.
 */
export function keptRows(
  maker: RowMaker,
  rows: readonly EditedRow[],
  edited: ReadonlySet<string> | undefined,
): readonly EditedRow[] {
  const kept = edited === undefined ? madeAnew(maker, rows) : overlaid(maker, rows, edited);
  for (const { record, lists } of kept)
    for (const [key, list] of lists) {
      const read = maker.base.find(({ id }) => id === record?.id) ?? {};
      list.takeStored(record === undefined ? [] : recordsAt(read, key), false);
    }
  return kept;
}

/** The stored rows with what was typed into those of them that were here before; `edited` names the cells. */
function overlaid(maker: RowMaker, rows: readonly EditedRow[], edited: ReadonlySet<string>): readonly EditedRow[] {
  return maker.base.map((record) => {
    const typed = rows.find((row) => row.record?.id === record.id);
    const stored = maker.stored(record);
    if (typed === undefined) return stored;
    const kept = maker.cells.filter(({ key, shown }) => shown === undefined && edited.has(`${typed.key}.${key}`));
    const values = { ...stored.values, ...Object.fromEntries(kept.map(({ key }) => [key, typed.values[key]])) };
    return maker.row({ ...stored, key: typed.key, lists: typed.lists, values });
  });
}

/** The rows there are now, those that a draft knows filled in as it says, over what they were then. Notes the cells. */
export function refilled(maker: RowMaker, { rows, base }: RowsDraft, edited: Set<string>): readonly EditedRow[] {
  const was = new Map(base.map((row) => [row.id, row]));
  maker.base = maker.base.map((record) => ({ ...record, ...was.get(record.id), id: record.id }));
  const typed = new Map(rows.map((row) => [row.id, row]));
  const cells = maker.cells.filter((cell) => isWritable(cell) && cell.field.mask === undefined);
  return maker.base.map((record) => {
    const row = maker.stored(record);
    const draft = typed.get(record.id);
    const kept = cells.filter(({ key }) => draft !== undefined && Object.hasOwn(draft, key));
    for (const { key } of kept) edited.add(`${row.key}.${key}`);
    const values = { ...row.values, ...Object.fromEntries(kept.map(({ key }) => [key, draft?.[key]])) };
    if (draft !== undefined) restoreLists(row, draft, record);
    return maker.row({ ...row, values });
  });
}

/** The rows as they stand; those whose record is gone will be made anew. */
function madeAnew(maker: RowMaker, rows: readonly EditedRow[]): readonly EditedRow[] {
  const ids = new Set(maker.base.map((row) => row.id));
  return rows.map((row) => {
    const { record, ...rest } = row;
    return record === undefined || ids.has(record.id) ? row : rest;
  });
}

/** Rows as a draft keeps them: without what has a mask. */
export function draftRows(cells: readonly FormFieldView[], rows: readonly EditedRow[]): readonly Values[] {
  const plain = cells.filter(({ field }) => field.mask === undefined && field.secret !== true);
  return rows.map(({ record, values, lists }) => ({
    ...(record === undefined ? {} : { id: record.id }),
    ...Object.fromEntries(plain.map(({ key }) => [key, values[key] ?? null])),
    ...Object.fromEntries([...lists].map(([key, list]) => [key, list.draft().rows])),
  }));
}

/** Brings back the rows of a row as a draft has them; `was` is the row as it was then. */
function restoreLists({ lists }: EditedRow, draft: Values, was: Values): void {
  for (const [key, list] of lists)
    if (Object.hasOwn(draft, key)) list.restore({ rows: rowsAt(draft, key), base: rowsAt(was, key) });
}

function rowsAt(row: Values, key: string): readonly Values[] {
  const list: unknown = row[key];
  return Array.isArray(list) ? list : [];
}

/** The rows of a draft, at most so many, over the list as it was then. Notes what was typed anew. */
export function restoredRows(
  maker: RowMaker,
  { rows, base }: RowsDraft,
  edited: Set<string>,
  max: number,
): readonly EditedRow[] {
  const known = new Map(maker.base.map((record) => [record.id, record]));
  maker.base = base.filter(isRecord).map((record) => ({ ...known.get(record.id), ...record }));
  const before = new Map(maker.base.map((record) => [record.id, record]));
  const own = new Set(maker.cells.map(({ key }) => key));
  return rows.slice(0, max).map(({ id, ...draft }) => {
    const record = typeof id === 'string' ? before.get(id) : undefined;
    const values = Object.fromEntries(Object.entries(draft).filter(([key]) => own.has(key)));
    const fresh = record === undefined ? maker.fresh(values) : maker.stored(record);
    edited.add(fresh.key);
    restoreLists(fresh, draft, record ?? {});
    return record === undefined ? fresh : maker.row({ ...fresh, values });
  });
}

/** Whether a value is a record as it goes on the wire. */
export function isRecord(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}
