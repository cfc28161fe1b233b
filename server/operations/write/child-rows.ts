import { sql } from 'kysely';
import { type ChildRows, type EntityModel, type Fault, pointer, toColumn } from '../../../engine/model/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { referenceFaults } from '../../records/change/references.ts';
import type { Referring } from '../../records/change/referring.ts';
import { refuseFieldsOfOthers, refuseUnwritable } from '../../records/change/write-access.ts';
import { applyInsert, applyUpdate, changed, isSame } from '../../records/change/write-row.ts';
import { viewChildren } from '../../records/read/child-view.ts';
import { ConstraintError } from '../../records/store/constraint-error.ts';
import type { ChildInput, ChildList } from './child-input.ts';

/** What happened to the child rows of one key, for the log: the rows concerned, with the fields concerned. */
export type ChildChanges = { readonly before: readonly Values[]; readonly after: readonly Values[] };

/** Child rows as they are stored, in their order, locked: they change with their parent only, but rules may lock them too. */
export async function storedChildren(
  rows: ChildRows,
  parentId: string,
  context: RuleContext,
): Promise<readonly StoredRecord[]> {
  const entity = modelOf(context.documents, rows.entity);
  const order = rows.order === undefined ? sql`` : sql`${sql.ref(toColumn(rows.order))},`;
  const found = await sql<Record<string, unknown>>`select * from ${sql.table(rows.entity)}
    where ${sql.ref(toColumn(rows.by))} = ${parentId} and deleted_at is null order by ${order} created_at, id for update`.execute(
    context.db,
  );
  return found.rows.map((row) => context.records.toRecord(entity, row));
}

/**
 * Makes the child rows of a parent what the list says: rows left out are deleted, known ones changed, new ones
 * inserted, and their order kept. Answers the changes by key; keys under which nothing changed are left out.
 */
export async function saveChildren(
  parentId: string,
  lists: readonly ChildList[],
  context: RuleContext,
  rules: RuleBook,
): Promise<ReadonlyMap<string, ChildChanges>> {
  const changes = new Map<string, ChildChanges>();
  for (const list of lists) {
    const made = await saveList(parentId, list, context, rules);
    if (made.before.length + made.after.length > 0) changes.set(list.rows.key, made);
  }
  return changes;
}

async function saveList(
  parentId: string,
  list: ChildList,
  context: RuleContext,
  rules: RuleBook,
): Promise<ChildChanges> {
  const stored = new Map((await storedChildren(list.rows, parentId, context)).map((row) => [row.id, row]));
  await refuseStrangers(list, stored, context);
  const before: Values[] = [];
  const after: Values[] = [];
  const kept = new Set(list.inputs.map((input) => input.id));
  const places = isInPlace(list, [...stored.keys()]) ? undefined : list.rows.order;
  // Deleted first: a row may take the place of one that made room.
  for (const row of stored.values()) {
    if (kept.has(row.id)) continue;
    await context.records.remove(list.rows.entity, row.id);
    before.push(row);
  }
  for (const [index, input] of list.inputs.entries()) {
    const place = places === undefined ? {} : { [places]: index + 1 };
    const row = input.id === undefined ? undefined : stored.get(input.id);
    await locatedAt(input, async () => {
      if (row === undefined) {
        after.push(await addRow({ ...input.values, ...place, [list.rows.by]: parentId }, input, list, context, rules));
        return;
      }
      const made = await writeChild(list.entity, row, { ...input.values, ...place }, context, rules);
      if (Object.keys(made).length === 0) return;
      await rules.get(list.rows.entity)?.afterModify?.(row, made, context);
      before.push({ id: row.id, ...Object.fromEntries(Object.keys(made).map((key) => [key, row[key]])) });
      after.push({ id: row.id, ...made });
    });
  }
  return { before, after };
}

/** Whether fixed rows stand as they stood: their places stay as well, whatever numbers those are. */
function isInPlace({ rows, inputs }: ChildList, stored: readonly string[]): boolean {
  const isSameRows = inputs.length === stored.length && inputs.every(({ id }, index) => id === stored[index]);
  return rows.rows === 'fixed' && isSameRows;
}

/** Changes a child row that its parent lets be written: the states and fields of the row itself count as well. */
async function writeChild(
  entity: EntityModel,
  row: StoredRecord,
  values: Values,
  context: RuleContext,
  rules: RuleBook,
): Promise<Values> {
  await refuseUnwritable(entity, row, Object.keys(changed(row, values)), context);
  return applyUpdate(entity, row, values, context, rules);
}

async function addRow(
  values: Values,
  input: ChildInput,
  list: ChildList,
  context: RuleContext,
  rules: RuleBook,
): Promise<Values> {
  await refuseFieldsOfOthers(list.entity, values, undefined, Object.keys(input.values), context);
  const { id, stored } = await applyInsert(list.entity, values, input.numbers, context, rules);
  await rules.get(list.rows.entity)?.afterCreate?.(id, stored, context);
  return { id, ...stored };
}

/** Refuses ids that are no child rows of this parent, and references out of reach, in what changes. */
async function refuseStrangers(
  list: ChildList,
  stored: ReadonlyMap<string, StoredRecord>,
  context: RuleContext,
): Promise<void> {
  const faults: Fault[] = [];
  const referring: Referring[] = [];
  for (const { id, at, values } of list.inputs) {
    const row = id === undefined ? undefined : stored.get(id);
    if (id !== undefined && row === undefined)
      faults.push({ code: 'E_INPUT_REFERENCE', pointer: `${at}/id`, title: list.rows.title, got: id });
    referring.push({ values: row === undefined ? values : changed(row, values), fields: list.fields, at });
  }
  faults.push(...(await referenceFaults(referring, context)));
  if (faults.length > 0) throw invalidInput(faults);
}

/** Runs the work of one row; faults it finds are answered at that row. */
async function locatedAt({ at, values }: Pick<ChildInput, 'at' | 'values'>, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ConstraintError) throw error.within(at, values);
    if (!(error instanceof AppError) || error.detail.faults === undefined) throw error;
    const faults = error.detail.faults.map((fault) => ({ ...fault, pointer: `${at}${fault.pointer}` }));
    throw new AppError(error.code, error.entry, error.facts, { ...error.detail, faults });
  }
}

/** Deletes all child rows of a parent that goes; answers them by key. */
export async function removeChildren(
  parent: EntityModel,
  parentId: string,
  context: RuleContext,
): Promise<Readonly<Record<string, readonly Values[]>>> {
  const removed: Record<string, readonly Values[]> = {};
  for (const rows of parent.children.values()) {
    const stored = await storedChildren(rows, parentId, context);
    for (const row of stored) await context.records.remove(rows.entity, row.id);
    if (stored.length > 0) removed[rows.key] = stored;
  }
  return removed;
}

/** Restores the child rows that were deleted together with their parent; answers them by key. Call it before the parent's own. */
export async function restoreChildren(
  parent: EntityModel,
  parentId: string,
  context: RuleContext,
): Promise<Readonly<Record<string, readonly Values[]>>> {
  const restored: Record<string, readonly Values[]> = {};
  for (const rows of parent.children.values()) {
    const entity = modelOf(context.documents, rows.entity);
    const found = await sql<Record<string, unknown>>`select c.* from ${sql.table(rows.entity)} as c
      join ${sql.table(parent.document.name)} as p on p.id = c.${sql.ref(toColumn(rows.by))} and p.deleted_at = c.deleted_at
      where p.id = ${parentId} order by c.created_at, c.id for update of c`.execute(context.db);
    const records = found.rows.map((row) => context.records.toRecord(entity, row));
    for (const [index, record] of records.entries())
      await locatedAt({ at: pointer(rows.key, index), values: record }, () =>
        context.records.restore(rows.entity, record, {}),
      );
    if (records.length > 0) restored[rows.key] = records;
  }
  return restored;
}

/** A conflict as it is answered: what it is about, and what is stored now. */
export type Collision = { readonly key: string; readonly title: string; readonly stored: unknown };

/**
 * Lists of child rows that somebody else changed since the form was opened: `was` holds them as they were then. A
 * list that would change nothing now collides with nobody.
 */
export async function collidingChildren(
  parentId: string,
  lists: readonly ChildList[],
  was: Values,
  context: RuleContext,
): Promise<readonly Collision[]> {
  const collisions: Collision[] = [];
  for (const list of lists) {
    const stored = await storedChildren(list.rows, parentId, context);
    if (isUntouched(list, stored, was[list.rows.key]) || changesNothing(list, stored)) continue;
    const keys = [...new Set(list.inputs.flatMap((input) => Object.keys(input.values)))];
    const shown = await viewChildren(list.rows, parentId, keys, context);
    collisions.push({ key: list.rows.key, title: list.rows.title, stored: shown });
  }
  return collisions;
}

function changesNothing(list: ChildList, stored: readonly StoredRecord[]): boolean {
  return (
    list.inputs.length === stored.length &&
    list.inputs.every((input, index) => {
      const row = stored[index];
      return row !== undefined && input.id === row.id && Object.keys(changed(row, input.values)).length === 0;
    })
  );
}

/** The same rows in the same order, with the same values in every field that shall change. */
function isUntouched(list: ChildList, stored: readonly StoredRecord[], was: unknown): boolean {
  if (!Array.isArray(was) || was.length !== stored.length) return false;
  const wanted = new Map(list.inputs.map((input) => [input.id, input.values]));
  return stored.every((row, index) => {
    const known: unknown = was[index];
    if (typeof known !== 'object' || known === null) return false;
    const base: Record<string, unknown> = { ...known };
    const keys = Object.keys(changed(row, wanted.get(row.id) ?? {}));
    const seen = Object.keys(base).filter((key) => {
      const field = list.fields.get(key);
      return field !== undefined && field.readonly !== true && field.mask === undefined;
    });
    return (
      base.id === row.id &&
      keys.every((key) => Object.hasOwn(base, key)) &&
      [...seen, ...keys].every((key) => isSame(row[key], base[key]))
    );
  });
}
