import { sql } from 'kysely';
import type { ChildRows } from '../../../engine/model/documents/index.ts';
import { type EntityModel, rowsAlong } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook, type RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { referenceFaults, withKinds } from '../../records/change/references.ts';
import type { Referring } from '../../records/change/referring.ts';
import { refuseFieldsOfOthers, refuseUnwritable } from '../../records/change/write-access.ts';
import { applyInsert, applyUpdate, changed, isSame } from '../../records/change/write-row.ts';
import { viewChildRows } from '../../records/read/child-view.ts';
import { ConstraintError } from '../../records/store/constraint-error.ts';
import { type ChildInput, type ChildList, inputFieldsOf } from './child-input.ts';

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
    const removed = await removeChildren(list.entity, row.id, context);
    await context.records.remove(list.rows.entity, row.id);
    before.push({ ...row, ...removed });
  }
  for (const [index, input] of list.inputs.entries()) {
    const place = places === undefined ? {} : { [places]: index + 1 };
    const row = input.id === undefined ? undefined : stored.get(input.id);
    if (row === undefined) {
      after.push(await addRow(place, parentId, input, list, context, rules));
      continue;
    }
    const made = await saveRow(row, place, input, list, context, rules);
    if (made === undefined) continue;
    before.push(made.before);
    after.push(made.after);
  }
  return { before, after };
}

/** Changes a stored row and its own rows; undefined where nothing changed. Rows of it that change give it a new version. */
async function saveRow(
  row: StoredRecord,
  place: Values,
  input: ChildInput,
  list: ChildList,
  context: RuleContext,
  rules: RuleBook,
): Promise<{ readonly before: Values; readonly after: Values } | undefined> {
  const { entity } = list;
  let made: Values = {};
  await locatedAt(input, async () => {
    made = await writeChild(entity, row, { ...input.values, ...place }, context, rules);
  });
  const own = await saveChildren(row.id, input.lists, context, rules);
  const keys = Object.keys(made);
  if (keys.length + own.size === 0) return undefined;
  await locatedAt(input, async () => {
    await refuseUnwritable(entity, row, [...own.keys()], context);
    if (keys.length === 0) await context.records.update(entity.document.name, row.id, {});
    await followChange(entity.document.name, row, made, context, rules);
  });
  const was = Object.fromEntries(keys.map((key) => [key, row[key]]));
  return {
    before: { id: row.id, ...was, ...partOf(own, 'before') },
    after: { id: row.id, ...made, ...partOf(own, 'after') },
  };
}

/** What changed of lists of child rows, as the log holds it. */
export function partOf(changes: ReadonlyMap<string, ChildChanges>, part: keyof ChildChanges): Values {
  return Object.fromEntries([...changes].map(([key, made]) => [key, made[part]]));
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
  place: Values,
  parentId: string,
  input: ChildInput,
  list: ChildList,
  context: RuleContext,
  rules: RuleBook,
): Promise<Values> {
  const values = { ...input.values, ...place, [list.rows.by]: parentId };
  const { name } = list.entity.document;
  let row: { readonly id: string; readonly stored: Values } = { id: '', stored: {} };
  await locatedAt(input, async () => {
    await refuseFieldsOfOthers(list.entity, values, undefined, Object.keys(input.values), context);
    row = await applyInsert(list.entity, values, input.numbers, context, rules);
  });
  const own = await saveChildren(row.id, input.lists, context, rules);
  await locatedAt(input, async () => rules.get(name)?.afterCreate?.(row.id, row.stored, context));
  return { id: row.id, ...row.stored, ...partOf(own, 'after') };
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
    const { fields } = list;
    referring.push({ values: row === undefined ? values : withKinds(changed(row, values), row, fields), fields, at });
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

/** Deletes all child rows of a parent that goes, and theirs; answers them by key. */
export async function removeChildren(
  parent: EntityModel,
  parentId: string,
  context: RuleContext,
): Promise<Readonly<Record<string, readonly Values[]>>> {
  const removed: Record<string, readonly Values[]> = {};
  for (const rows of rowsAlong(parent, context.documents.entities)) {
    const stored = await storedChildren(rows, parentId, context);
    const gone: Values[] = [];
    for (const row of stored) {
      const own = await removeChildren(modelOf(context.documents, rows.entity), row.id, context);
      await context.records.remove(rows.entity, row.id);
      gone.push({ ...row, ...own });
    }
    if (gone.length > 0) removed[rows.key] = gone;
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
  for (const rows of rowsAlong(parent, context.documents.entities)) {
    const entity = modelOf(context.documents, rows.entity);
    const found = await sql<Record<string, unknown>>`select c.* from ${sql.table(rows.entity)} as c
      join ${sql.table(parent.document.name)} as p on p.id = c.${sql.ref(toColumn(rows.by))} and p.deleted_at = c.deleted_at
      where p.id = ${parentId} order by c.created_at, c.id for update of c`.execute(context.db);
    const records = found.rows.map((row) => context.records.toRecord(entity, row));
    const back: Values[] = [];
    for (const [index, record] of records.entries()) {
      const own = await restoreChildren(entity, record.id, context);
      await locatedAt({ at: pointer(rows.key, index), values: record }, () =>
        context.records.restore(rows.entity, record, {}),
      );
      back.push({ ...record, ...own });
    }
    if (back.length > 0) restored[rows.key] = back;
  }
  return restored;
}

/** A conflict as it is answered: what it is about, and what is stored now, unless that is not shown to the person. */
export type Collision = {
  readonly key: string;
  readonly title: string;
  readonly stored: unknown;
  readonly isClosed?: true;
};

/** A conflict about what the person is not shown: neither what is stored, nor whether it is what he wrote. */
export function closedCollision({ key, title }: Pick<Collision, 'key' | 'title'>): Collision {
  return { key, title, stored: null, isClosed: true };
}

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
    if (await isUntouched(list, stored, was[list.rows.key], context)) continue;
    if (await changesNothing(list, stored, context)) continue;
    const shown = await viewChildRows(list.rows, parentId, keysIn(list), context);
    collisions.push({ key: list.rows.key, title: list.rows.title, stored: shown });
  }
  return collisions;
}

/** What rows are given, as a view is asked for it: their fields, and those of their own rows below the key of those. */
function keysIn({ inputs }: ChildList): readonly string[] {
  const own = inputs.flatMap(({ values }) => Object.keys(values));
  const below = inputs.flatMap(({ lists }) =>
    lists.flatMap((list) => ['id', ...keysIn(list)].map((key) => `${list.rows.key}.${key}`)),
  );
  return [...new Set([...own, ...below])];
}

async function changesNothing(
  list: ChildList,
  stored: readonly StoredRecord[],
  context: RuleContext,
): Promise<boolean> {
  if (list.inputs.length !== stored.length) return false;
  for (const [index, input] of list.inputs.entries()) {
    const row = stored[index];
    if (row === undefined || input.id !== row.id || Object.keys(changed(row, input.values)).length > 0) return false;
    for (const own of input.lists)
      if (!(await changesNothing(own, await storedChildren(own.rows, row.id, context), context))) return false;
  }
  return true;
}

/** The same rows in the same order, with the same values in every field that shall change, and so are rows of theirs. */
async function isUntouched(
  list: ChildList,
  stored: readonly StoredRecord[],
  was: unknown,
  context: RuleContext,
): Promise<boolean> {
  const known = rowsIn(was);
  if (known === undefined || known.length !== stored.length) return false;
  const inputs = new Map(list.inputs.map((input) => [input.id, input]));
  for (const [index, row] of stored.entries()) {
    const [base, input] = [known[index] ?? {}, inputs.get(row.id)];
    if (!isSeen(row, base, input?.values ?? {}, list)) return false;
    if (!(await areOwnUntouched(row, base, input, list, context))) return false;
  }
  return true;
}

/** The rows of a row; those that nobody showed and nobody changes are not looked at. */
async function areOwnUntouched(
  row: StoredRecord,
  base: Values,
  input: ChildInput | undefined,
  list: ChildList,
  context: RuleContext,
): Promise<boolean> {
  for (const rows of list.entity.children.values()) {
    const given = input?.lists.find((own) => own.rows === rows);
    if (given === undefined && !Object.hasOwn(base, rows.key)) continue;
    const entity = modelOf(context.documents, rows.entity);
    const own = given ?? { rows, entity, fields: inputFieldsOf(rows, entity), inputs: [] };
    if (!(await isUntouched(own, await storedChildren(rows, row.id, context), base[rows.key], context))) return false;
  }
  return true;
}

function rowsIn(list: unknown): readonly Values[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.map((row: unknown) => (typeof row === 'object' && row !== null ? { ...row } : {}));
}

/** Whether a row is as it was shown, in what was shown of it and in what shall change. */
function isSeen(row: StoredRecord, base: Values, values: Values, { fields }: ChildList): boolean {
  const keys = Object.keys(changed(row, values));
  const seen = Object.keys(base).filter((key) => {
    const field = fields.get(key);
    return field !== undefined && field.readonly !== true && field.mask === undefined;
  });
  return (
    base.id === row.id &&
    keys.every((key) => Object.hasOwn(base, key)) &&
    [...seen, ...keys].every((key) => isSame(row[key], base[key]))
  );
}
