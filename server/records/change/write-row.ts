import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { type Expression, evaluateWhole, parseExpression } from '../../../engine/model/expression/index.ts';
import { dayOf } from '../../../engine/model/time/index.ts';
import { nextNumber } from '../../db/number-sequence.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import type { AppError } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import { prepareRow, prepareRows, refusedOr } from '../../kernel/operation/prepare-rows.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { moveEdition, placeEdition } from '../edition/editions.ts';
import { moveNode, movePathsBelow, placeNode } from '../tree/tree.ts';
import { copiedIntoChanged, copiedIntoNew } from './copied-values.ts';
import { mockNumbers } from './row-numbers.ts';
import { refuseFieldsOfOthers, refuseInClosedParents, refuseUnwritable } from './write-access.ts';

/** A row just inserted, with everything that was stored. */
export type InsertedRow = { readonly id: string; readonly stored: Values };

/**
 * Inserts a row from values somebody gave, checked before: as `applyInsert`, once it is sure that he may fill in these
 * fields, and write in the record whose child row it is.
 */
export async function insertRow(
  entity: EntityModel,
  values: Values,
  numbers: Values,
  context: RuleContext,
  rules: RuleBook,
  options?: InsertOptions,
): Promise<InsertedRow> {
  await refuseInsert(entity, values, context);
  return applyInsert(entity, values, numbers, context, rules, options);
}

/** `mayWait` where nothing reads the row before the change ends: it may go out with what comes after it. */
export type InsertOptions = { readonly mayWait?: boolean };

/** Refuses a new row in a record that is closed, or with fields that only others write. */
async function refuseInsert(entity: EntityModel, values: Values, context: RuleContext): Promise<void> {
  await refuseInClosedParents(entity, [values], context);
  const keys = Object.keys(dropNull(values)).filter((key) => entity.fields.get(key)?.who !== undefined);
  if (keys.length === 0) return;
  const coming = { ...defaults(entity, values, context), ...dropNull(values) };
  await refuseFieldsOfOthers(entity, coming, undefined, keys, context);
}

/**
 * Inserts a row from checked values, whoever gave them: defaults, numbers, what the domain derives and the row's place
 * in a tree. What follows a new row (`afterCreate`) is the caller's to run, once the rows that belong to it are there too.
 */
export async function applyInsert(
  entity: EntityModel,
  values: Values,
  numbers: Values,
  context: RuleContext,
  rules: RuleBook,
  { mayWait = false }: InsertOptions = {},
): Promise<InsertedRow> {
  const { name } = entity.document;
  const [complete = {}] = await completed(entity, [{ values, numbers }], context);
  const derived = await prepareRow(rules.get(name), complete, context);
  const id = newId();
  const place = await placeNode(entity, id, { ...complete, ...derived }, context);
  const edition = await placeEdition(entity, { ...complete, ...derived }, context);
  const whole = { ...complete, ...derived, ...place, ...edition };
  const stored = await context.records.settleTexts(name, id, whole);
  if (mayWait && entity.document.tree === undefined) await context.records.insertLater(name, stored, id);
  else await context.records.insert(name, stored, id);
  return { id, stored };
}

/** Values somebody gave for a new row, checked before, and the numbers taken for it. */
export type NewInput = { readonly values: Values; readonly numbers: Values };

/**
 * Inserts rows that come together, as `insertRow` each of them alone: their rules are asked once for all, and they are
 * written with one statement. What is refused before it is written is left out, and its refusal answered in its place;
 * what the database refuses takes back all of them. Not for trees and editions, where each row is placed by those before it.
 */
export async function insertRows(
  entity: EntityModel,
  rows: readonly NewInput[],
  context: RuleContext,
  rules: RuleBook,
): Promise<readonly (InsertedRow | AppError)[]> {
  const { name } = entity.document;
  const refusals = new Map<NewInput, AppError>();
  for (const row of rows) {
    const allowed = await refusedOr(async () => {
      await refuseInsert(entity, row.values, context);
      return {};
    });
    if ('refusal' in allowed) refusals.set(row, allowed.refusal);
  }
  const open = rows.filter((row) => !refusals.has(row));
  const complete = await completed(entity, open, context);
  const prepared = await prepareRows(rules.get(name), complete, context);
  const inserted = new Map<NewInput, InsertedRow>();
  for (const [at, row] of open.entries()) {
    const outcome = prepared[at] ?? { derived: {} };
    if ('refusal' in outcome) refusals.set(row, outcome.refusal);
    else {
      const id = newId();
      const whole = { ...complete[at], ...outcome.derived };
      inserted.set(row, { id, stored: await context.records.settleTexts(name, id, whole) });
    }
  }
  await context.records.insertMany(
    name,
    [...inserted.values()].map(({ id, stored }) => ({ id, values: stored })),
  );
  return rows.flatMap((row) => inserted.get(row) ?? refusals.get(row) ?? []);
}

/** What was given for new rows with defaults, numbers and what they take over from what they refer to. */
async function completed(
  entity: EntityModel,
  rows: readonly NewInput[],
  context: RuleContext,
): Promise<readonly Values[]> {
  const given = rows.map(({ values, numbers }) => ({
    ...defaults(entity, values, context),
    ...dropNull(values),
    ...numbers,
  }));
  const copied = await copiedIntoNew(entity, given, context);
  return given.map((values, at) => ({ ...values, ...copied[at] }));
}

/** `isLast` tells whether nothing reads the row again after such changes: they may go out with what comes after them. */
export type WriteOptions = { readonly isLast?: (changes: Values) => boolean };

/**
 * Changes a row by values somebody gave, checked before: as `applyUpdate`, once it is sure that the state of the record,
 * its fields and the record whose child row it is are open to him. The record is the row as the caller holds it locked.
 */
export async function updateRow(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  context: RuleContext,
  rules: RuleBook,
  options?: WriteOptions,
): Promise<Values> {
  const derived = await derivedValues(entity, record, values, context, rules);
  const asked = changed(record, values);
  if (Object.keys(asked).length > 0) await refuseInClosedParents(entity, [record, asked], context);
  await refuseUnwritable(entity, record, Object.keys(asked), context);
  return writeChanges(entity, record, { ...values, ...derived }, context, { ...options, held: record });
}

/** Changes a row by checked values, whoever gave them, and answers what really changed; `afterModify` is the caller's to run. */
export async function applyUpdate(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  context: RuleContext,
  rules: RuleBook,
): Promise<Values> {
  const derived = await derivedValues(entity, record, values, context, rules);
  return writeChanges(entity, record, { ...values, ...derived }, context);
}

/** What the domain makes of a change; its refusals come first, since they say more than those of the documents. */
async function derivedValues(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  context: RuleContext,
  rules: RuleBook,
): Promise<Values> {
  return (await rules.get(entity.document.name)?.beforeModify?.(record, values, context)) ?? {};
}

async function writeChanges(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  context: RuleContext,
  { isLast, held }: WriteOptions & { readonly held?: StoredRecord } = {},
): Promise<Values> {
  const { name } = entity.document;
  const asked = changed(record, await context.records.settleTexts(name, record.id, values));
  if (Object.keys(asked).length === 0) return asked;
  const wanted = { ...asked, ...changed(record, await copiedIntoChanged(entity, record, asked, context)) };
  const edition = await moveEdition(entity, wanted, context);
  const changes = { ...wanted, ...edition, ...(await moveNode(entity, record, wanted, context)) };
  if (entity.document.tree === undefined && isLast?.(changes) === true)
    await context.records.updateLater(name, record.id, changes, held);
  else await context.records.update(name, record.id, changes, held);
  await movePathsBelow(entity, record.id, changes, context);
  return changes;
}

/** Whether two values are the same as stored; missing is null, and the order of keys means nothing. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null, inOrder) === JSON.stringify(b ?? null, inOrder);
}

/** The database keeps the keys of an object in an order of its own. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The values that differ from what is stored. */
export function changed(record: StoredRecord, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSame(record[key], value)));
}

function dropNull(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** Default values of fields the input leaves empty; a state field falls back to its first initial state. */
function defaults(entity: EntityModel, values: Values, context: CallContext): Values {
  const scope = { user: callerValues(context.caller), form: values, now: context.now, calendar: context.calendar };
  const filled: Record<string, unknown> = {};
  for (const machine of entity.document.states ?? []) filled[machine.field] = machine.initial[0];
  for (const { key, expression } of defaultsOf(entity)) filled[key] = evaluateWhole(expression, scope);
  return filled;
}

type Default = { readonly key: string; readonly expression: Expression };

/** The default values an entity declares, parsed once. */
const defaultsOf = memoizeByIdentity((entity: EntityModel): readonly Default[] =>
  entity.document.fields.flatMap(({ key, defaultValue }): readonly Default[] => {
    const outcome = defaultValue === undefined ? undefined : parseExpression(defaultValue);
    return outcome?.ok === true ? [{ key, expression: outcome.expression }] : [];
  }),
);

/** The next numbers of an entity's numbered fields. */
export async function numbersFor(entity: EntityModel, context: CallContext): Promise<Values> {
  // What is only tried out uses none up.
  if (context.isRehearsal === true) return mockNumbers(entity, [1])[0] ?? {};
  const numbered = entity.document.fields.filter(
    (field): field is EntityField & { sequence: NonNullable<EntityField['sequence']> } => field.sequence !== undefined,
  );
  const day = dayOf(context.now).replaceAll('-', '');
  const pairs = numbered.map(async (field) => {
    const value = await nextNumber(context.db, `${entity.document.name}.${field.key}`, day);
    return [field.key, `${field.sequence.prefix}${day}${String(value).padStart(field.sequence.digits, '0')}`] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
