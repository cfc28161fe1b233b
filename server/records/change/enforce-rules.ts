import type { EntityRule } from '../../../engine/model/documents/index.ts';
import { type EntityModel, titleOfKey } from '../../../engine/model/entity/index.ts';
import { textHolds } from '../../../engine/model/expression/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, TouchedRow } from '../../kernel/operation/record-store.ts';
import { refersToEditions, refuseUnpublished } from '../edition/edition-references.ts';
import { mayBeFixed, refuseFixed } from '../edition/refuse-fixed.ts';
import { settleOrder } from '../order/row-order.ts';
import { lookupRows } from '../read/lookup-rows.ts';
import { reachedValues } from '../read/reached-values.ts';
import { lockAnyRow } from '../read/view.ts';
import { leafFields, refuseInnerNodes } from '../tree/leaf-references.ts';
import { childListsOf } from './child-lists.ts';
import { refuseChangedRows } from './fixed-rows.ts';
import { refuseOtherKinds } from './kinds-of-references.ts';
import { refuseUnoffered } from './offered-rows.ts';
import { mayBeHeld, refuseHeld } from './refuse-held.ts';

type Asked = { readonly row: TouchedRow; readonly entity: EntityModel; readonly rules: readonly EntityRule[] };

/**
 * Refuses what the rules of the entities do not allow, what a queue keeps for another, and what was published, by the rows
 * as they are after the change: called when all of it is written and before it is committed. What a rule counts over is locked first, so that changes at the same moment are
 * judged one after another.
 */
export async function enforceRules(context: RuleContext): Promise<void> {
  await context.records.settle();
  const touched = await withParents(context.records.takeTouched(), context);
  await refuseChangedRows(touched, context);
  await refuseUnoffered(touched, context);
  await refuseOtherKinds(touched, context);
  await settleOrders(touched, context);
  const asked = touched.flatMap((row) => askedOf(row, context));
  if (asked.length === 0) return;
  const ordered = asked.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await lockRelated(ordered, context);
  for (const each of ordered) await judge(each, context);
}

/** With the records of rows that were touched only because rows of their own were. */
async function withParents(touched: readonly TouchedRow[], context: RuleContext): Promise<readonly TouchedRow[]> {
  const known = new Set(touched.map(({ entity, id }) => `${entity}:${id}`));
  const parents: TouchedRow[] = [];
  for (const { entity, id, change, old, isByPeople } of touched) {
    const lists = change === 'modify' && old === undefined ? childListsOf(entity, context.documents) : [];
    const record = lists.length === 0 ? undefined : await context.records.findOne(entity, { id });
    for (const { parent, rows } of lists) {
      const parentId = record?.[rows.by];
      if (typeof parentId !== 'string' || known.has(`${parent.name}:${parentId}`)) continue;
      known.add(`${parent.name}:${parentId}`);
      parents.push({ entity: parent.name, id: parentId, change: 'modify', isOfChildren: true, isByPeople });
    }
  }
  return [...touched, ...parents];
}

/** Numbers the rows of entities that people put into an order. */
async function settleOrders(touched: readonly TouchedRow[], context: RuleContext): Promise<void> {
  const names = new Set(touched.map(({ entity }) => entity));
  for (const name of [...names].toSorted())
    await settleOrder(
      modelOf(context.documents, name),
      touched.filter(({ entity }) => entity === name),
      context,
    );
}

function keyOf({ row }: Asked): string {
  return `${row.entity}:${row.id}`;
}

function askedOf(row: TouchedRow, context: RuleContext): readonly Asked[] {
  const entity = modelOf(context.documents, row.entity);
  const rules = (entity.document.rules ?? []).filter(
    (rule) => rule.on.includes(row.change) && (rule.for !== 'people' || row.isByPeople),
  );
  const isJudged =
    rules.length > 0 ||
    mayBeHeld(row, entity) ||
    mayBeFixed(row, entity) ||
    refersToLeaves(row, entity) ||
    refersToEditions(row, entity, context);
  return isJudged ? [{ row, entity, rules }] : [];
}

function refersToLeaves({ change }: TouchedRow, { document }: EntityModel): boolean {
  return change !== 'delete' && leafFields(document).length > 0;
}

/** Locks what the rules name, in one order for everybody. */
async function lockRelated(asked: readonly Asked[], context: RuleContext): Promise<void> {
  const wanted = new Map<string, { readonly entity: string; readonly id: string }>();
  for (const { row, entity, rules } of asked) {
    const names = new Set(rules.flatMap(({ lock }) => (lock === undefined ? [] : [lock])));
    if (names.size === 0) continue;
    const record = (await context.records.findOne(row.entity, { id: row.id })) ?? row.old;
    for (const name of names) {
      const relation = entity.relations.get(name);
      const id = relation === undefined ? undefined : record?.[relation.field.key];
      if (relation !== undefined && typeof id === 'string')
        wanted.set(`${relation.entity}:${id}`, { entity: relation.entity, id });
    }
  }
  for (const [, { entity, id }] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await context.records.lock(entity, id);
}

async function judge({ row, entity, rules }: Asked, context: RuleContext): Promise<void> {
  const record = await presentRecord(row, entity, context);
  if (record === undefined) return;
  if (mayBeHeld(row, entity)) await refuseHeld(entity, row, record, context);
  if (mayBeFixed(row, entity)) refuseFixed(entity, row, record);
  if (refersToEditions(row, entity, context)) await refuseUnpublished(entity, row.old, record, context);
  if (refersToLeaves(row, entity)) await refuseInnerNodes(entity, row.old, record, context);
  if (rules.length === 0) return;
  const sources = rules.flatMap(({ when, check }) => [when, check]);
  const related = await reachedValues(entity, row.id, sources, context);
  const scope = {
    record: { ...record, ...related },
    ...(row.change === 'create' ? {} : { old: row.old ?? record }),
    user: callerValues(context.caller),
    now: context.now,
    calendar: context.calendar,
    ...(await lookupRows(sources, context)),
  };
  const broken = rules.filter(
    ({ when, check }) => (when === undefined || textHolds(when, scope)) && !textHolds(check, scope),
  );
  if (broken.length > 0) throw brokenRules(broken, entity);
}

/** The row as it is now, a deleted one with what is worked out of others; undefined where the change was taken back. */
async function presentRecord(
  row: TouchedRow,
  entity: EntityModel,
  context: RuleContext,
): Promise<StoredRecord | undefined> {
  const stored = await lockAnyRow(entity, row.id, context, row.change === 'delete' ? 'deleted' : 'live');
  return stored === undefined ? undefined : context.records.toRecord(entity, stored);
}

function brokenRules(broken: readonly EntityRule[], entity: EntityModel) {
  const faults = broken.flatMap(({ field, message }): readonly Fault[] =>
    field === undefined
      ? []
      : [
          {
            code: 'E_INPUT_RULE',
            pointer: pointer(field),
            title: titleOfKey(entity, field),
            expected: message,
          },
        ],
  );
  const expected = broken.map(({ message }) => message).join('；');
  return refuse('E_RULE', { expected }, faults.length === 0 ? {} : { faults });
}
