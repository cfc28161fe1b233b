import { isShown } from '../../../engine/model/access/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { checkInput } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { shownValue } from '../../kernel/caller/shown-value.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { followChange, isFollowed, type RuleBook, type RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { RowState } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { checkReferences } from '../../records/change/references.ts';
import { refuseUnwritable } from '../../records/change/write-access.ts';
import { isSame, updateRow } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { writingValues } from '../../records/lookup/written-values.ts';
import { holdPlace, leavesGroup } from '../../records/order/row-order.ts';
import { maskedInRow } from '../../records/read/hidden-in-row.ts';
import { idOf, lockRow } from '../../records/read/view.ts';
import { holdTree, movesNode } from '../../records/tree/tree.ts';
import { writeText } from '../../texts/write-text.ts';
import { type ChildList, childValues, numbered, takeChildren } from './child-input.ts';
import {
  type ChildChanges,
  type Collision,
  closedCollision,
  collidingChildren,
  partOf,
  saveChildren,
} from './child-rows.ts';
import { describeCollisions } from './collision-words.ts';

/**
 * Changes fields of a row. The body is `{id, version, was?, …fields}`: with another version stored, fields
 * whose stored value still equals `was` are merged and the others answered as the conflict they are. Child rows
 * come as whole lists and count as one field each; changing them gives the row itself a new version.
 */
export async function modifyRow(
  entity: EntityModel,
  body: Values,
  context: CallContext,
  rules: RuleBook,
): Promise<{ readonly id: string; readonly version: number }> {
  const id = idOf(body);
  const { id: _, version, was, ...input } = body;
  if (typeof version !== 'number') {
    throw invalidInput([
      { code: 'E_INPUT_REQUIRED', pointer: '/version', title: formatMessage(writeText('write.version')) },
    ]);
  }
  const { values, lists } = await checkChanges(entity, input, context);
  const { name } = entity.document;
  const written = [{ entity, values }, ...childValues(lists)];
  return writingValues(written, context, rules, (counted) =>
    mutate(`${name}.modify`, body, counted, async (inside) => {
      if (movesNode(entity, values)) await holdTree(entity, 'move', inside);
      if (leavesGroup(entity, values)) await holdPlace(entity, id, values, inside);
      const record = await lockedRecord(entity, id, inside);
      await refuseCollisions(entity, record, version, { values, lists, was }, inside);
      const isLast = (coming: Values) => lists.length === 0 && !isFollowed(name, coming, rules);
      const changes = await updateRow(entity, record, values, inside, rules, { isLast });
      const children = await saveChildren(id, lists, inside, rules);
      await refuseUnwritable(entity, record, [...children.keys()], inside);
      const isChanged = Object.keys(changes).length > 0;
      if (!isChanged && children.size === 0) return { id, version: record.version };
      if (!isChanged) await inside.records.update(name, id, {});
      await followChange(name, record, changes, inside, rules);
      await logModification(entity, record, changes, children, inside);
      return { id, version: record.version + 1 };
    }),
  );
}

async function checkChanges(
  entity: EntityModel,
  input: Values,
  context: CallContext,
): Promise<{ readonly values: Values; readonly lists: readonly ChildList[] }> {
  const { own, lists, faults: childFaults } = takeChildren(entity, input, context, false);
  const { values, faults } = checkInput(own, {
    fields: entity.fields,
    dictionaries: context.documents.dictionaries,
    partial: true,
    now: context.now,
  });
  if (faults.length + childFaults.length > 0) throw invalidInput([...faults, ...childFaults]);
  await checkReferences(values, entity.fields, context);
  return { values, lists: await numbered(lists, context) };
}

async function logModification(
  entity: EntityModel,
  record: StoredRecord,
  changes: Values,
  children: ReadonlyMap<string, ChildChanges>,
  context: RuleContext,
): Promise<void> {
  const was = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key]]));
  const before = { ...was, ...partOf(children, 'before') };
  const after = { ...changes, ...partOf(children, 'after') };
  await logChange(
    { entity, id: record.id, action: 'modify', title: writeText('write.modified'), before, after },
    context,
  );
}

/** A row within reach as a record, locked; a row outside answers like a missing one. */
export async function lockedRecord(
  entity: EntityModel,
  id: string,
  context: RuleContext,
  rows: RowState = 'live',
): Promise<StoredRecord> {
  const row = await lockRow(entity, id, context, { rows });
  if (row === undefined) throw refuse('E_NOT_FOUND');
  return context.records.toRecord(entity, row);
}

type Intended = { readonly values: Values; readonly lists: readonly ChildList[]; readonly was: unknown };

/**
 * Refuses what would undo another's change unseen. Child rows are compared with what the form showed even where the
 * version is the same: they may have operations of their own, which leave their parent's version alone.
 */
async function refuseCollisions(
  entity: EntityModel,
  record: StoredRecord,
  version: number,
  { values, lists, was }: Intended,
  context: RuleContext,
): Promise<void> {
  const base: Readonly<Record<string, unknown>> = typeof was === 'object' && was !== null ? { ...was } : {};
  const isStale = record.version !== version;
  const isOpen = ({ rows }: ChildList) => isShown(entity.document, rows.key, context.caller.grants);
  const closed = isStale ? lists.filter((list) => !isOpen(list)) : [];
  const collisions = [
    ...(isStale ? await collidingFields(entity, record, values, base, context) : []),
    ...closed.map(({ rows }) => closedCollision(rows)),
    ...(await collidingChildren(
      record.id,
      lists.filter((list) => isOpen(list) && (isStale || Object.hasOwn(base, list.rows.key))),
      base,
      context,
    )),
  ];
  if (collisions.length === 0) return;
  const fields = await describeCollisions(entity, record.id, collisions, context);
  throw refuse('E_VERSION', {}, { fields, version: record.version });
}

async function collidingFields(
  entity: EntityModel,
  record: StoredRecord,
  values: Values,
  base: Values,
  context: RuleContext,
): Promise<readonly Collision[]> {
  const collisions: Collision[] = [];
  for (const key of Object.keys(values)) {
    const field = entity.fields.get(key);
    // Comparing would tell what is stored, one guess after the other.
    if (field !== undefined && !isShown(entity.document, key, context.caller.grants)) {
      collisions.push(closedCollision(field));
      continue;
    }
    const untouched = Object.hasOwn(base, key) && isSame(record[key], base[key]);
    if (field === undefined || untouched || isSame(record[key], values[key])) continue;
    const isKept = field.mask !== undefined && (await maskedInRow(entity, record.id, key, context)) !== undefined;
    const stored = shownValue(field, record[key], context.caller, isKept);
    collisions.push({ key, title: field.title, stored });
  }
  return collisions;
}
