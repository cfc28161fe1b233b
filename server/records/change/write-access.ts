import type { Who } from '../../../engine/model/documents/index.ts';
import {
  closingMachine,
  type EntityModel,
  entityModel,
  saysEditable,
  titleOfKey,
} from '../../../engine/model/entity/index.ts';
import { isAllowed } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { type AppError, refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { changeText } from '../../texts/records/change-text.ts';
import { reachedValues } from '../read/reached-values.ts';
import { type ChildListOf, childListsOf } from './child-lists.ts';

/** What somebody does to a record other than by a transition or an action. */
export type WriteVerb = 'modify' | 'delete' | 'restore';

/** Refuses a change of these fields, or lists of child rows, where the state of the record or who asks does not allow it. */
export async function refuseUnwritable(
  entity: EntityModel,
  record: StoredRecord,
  keys: readonly string[],
  context: CallContext,
): Promise<void> {
  if (keys.length === 0) return;
  await refuseUnlessMay(entity, 'modify', record, context);
  await refuseFieldsOfOthers(entity, record, record.id, keys, context);
  const closed = inOrder(entity, keys).flatMap((key) => {
    const machine = closingMachine(entity.document, key, record);
    return machine === undefined ? [] : [{ key, machine }];
  });
  const [first] = closed;
  if (first === undefined) return;
  const state = stateWords(entity, first.machine.field, record, context);
  const titles = closed.map(({ key }) => titleOfKey(entity, key));
  throw refuse(
    'E_NOT_EDITABLE',
    { expected: changeText('change.closed', { state, entity: entity.document, titles }) },
    {
      faults: closed.map(({ key }) => ({
        code: 'E_INPUT_RULE',
        pointer: `/${key}`,
        title: titleOfKey(entity, key),
        expected: formatMessage(changeText('change.closedField', { state })),
      })),
    },
  );
}

/** Refuses what only others may do to the record. */
export async function refuseUnlessMay(
  entity: EntityModel,
  verb: WriteVerb,
  record: StoredRecord,
  context: CallContext,
): Promise<void> {
  const who = entity.document.who?.[verb];
  if (who !== undefined) await refuseOthers(who, entity, record, record.id, context);
}

/** Refuses values of fields that only others write; of a new record, `record` holds what it will be. */
export async function refuseFieldsOfOthers(
  entity: EntityModel,
  record: Values,
  id: string | undefined,
  keys: readonly string[],
  context: CallContext,
): Promise<void> {
  for (const key of keys) {
    const who = entity.fields.get(key)?.who;
    if (who !== undefined) await refuseOthers(who, entity, record, id, context, key);
  }
}

/** Refuses whoever may not act; `id` where the record is stored, so that the condition may read through its relations. */
export async function refuseOthers(
  who: Who,
  entity: EntityModel,
  record: Values,
  id: string | undefined,
  context: CallContext,
  key?: string,
): Promise<void> {
  const related = id === undefined ? {} : await reachedValues(entity, id, [who.when], context);
  const scope = {
    record: { ...record, ...related },
    user: callerValues(context.caller),
    now: context.now,
    calendar: context.calendar,
  };
  if (isAllowed(who, scope, context.caller.grants)) return;
  throw notHis(who, entity, key);
}

function notHis({ message }: Who, entity: EntityModel, key: string | undefined): AppError {
  if (key === undefined) return refuse('E_WHO', { expected: message });
  const fault = {
    code: 'E_INPUT_RULE',
    pointer: `/${key}`,
    title: titleOfKey(entity, key),
    expected: message,
  } as const;
  return refuse('E_WHO', { expected: message }, { faults: [fault] });
}

/**
 * Refuses to write child rows by operations of their own where writing them in their parent would be refused, or that in
 * the parent of the parent. Holds the parents for the rest of the transaction, so that their states do not change meanwhile.
 */
export async function refuseInClosedParents(
  entity: EntityModel,
  rows: readonly Values[],
  context: RuleContext,
): Promise<void> {
  for (const { parent, rows: list } of limitingLists(entity.document.name, context)) {
    const ids = new Set(rows.map((row) => row[list.by]).filter((id) => typeof id === 'string'));
    for (const id of [...ids].toSorted()) {
      const record = await context.records.lockOne(parent.name, id);
      if (record === undefined) continue;
      const model = entityModel(parent);
      await refuseUnwritable(model, record, [list.key], context);
      await refuseInClosedParents(model, [record], context);
    }
  }
}

/** The lists rows stand in whose parents, or theirs, limit who writes them, when, or what must hold after that. */
function limitingLists(name: string, context: CallContext): readonly ChildListOf[] {
  return childListsOf(name, context.documents).filter(
    ({ parent }) =>
      saysEditable(parent) ||
      parent.who?.modify !== undefined ||
      parent.rules !== undefined ||
      limitingLists(parent.name, context).length > 0,
  );
}

/** Keys in the order of the document. */
function inOrder(entity: EntityModel, keys: readonly string[]): readonly string[] {
  return [...entity.fields.keys(), ...entity.children.keys()].filter((key) => keys.includes(key));
}

function stateWords(entity: EntityModel, field: string, record: Values, { documents }: CallContext): string {
  const dictionary = documents.dictionaries.get(entity.fields.get(field)?.dictionary ?? '');
  const state = record[field];
  return dictionary?.values.find(({ key }) => key === state)?.title ?? String(state);
}
