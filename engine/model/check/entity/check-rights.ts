import { saysEditable } from '../../entity/editable.ts';
import { entityModel, isStored } from '../../entity/entity-model.ts';
import { textReads } from '../../expression/text-condition.ts';
import type { EntityDocument, EntityRule, StateMachine, Who, WhoWrites } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import { formatMessage } from '../../texts/message.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';

/** Checks who may write: of the entity as a whole, of its fields, of its actions. */
export function checkRights(entity: EntityDocument, checker: Checker): void {
  for (const verb of ['modify', 'delete', 'restore'] as const) checkVerb(verb, entity, checker);
  for (const [index, { key, who, ...field }] of entity.fields.entries()) {
    if (who === undefined) continue;
    const at = ['fields', index, 'who'];
    checkWho(who, entity, checker, at);
    if (field.readonly === true || !isStored({ key, ...field }))
      checker.expect(documentText('check.rights.whoOnFieldThatCanBe'), key, at);
  }
  for (const [index, { who, of }] of (entity.actions ?? []).entries()) {
    if (who === undefined) continue;
    const at = ['actions', index, 'who'];
    checkWho(who, entity, checker, at);
    if (of === 'entity') checker.expect(documentText('check.rights.whoOnActionOfRecord'), of, at);
  }
}

function checkVerb(verb: keyof WhoWrites, entity: EntityDocument, checker: Checker): void {
  const who = entity.who?.[verb];
  if (who === undefined) return;
  const at = ['who', verb];
  checkWho(who, entity, checker, at);
  const isOpen = entity.operations.includes(verb) || (verb === 'modify' && isChild(entity, checker));
  if (!isOpen) checker.expect(documentText('check.rights.entityThatOpens', { verb }), verb, at);
}

/** Checks who may act or write: a condition, a permission or both. */
export function checkWho(who: Who, entity: EntityDocument, checker: Checker, at: At): void {
  if (who.when !== undefined) checker.expression(who.when, 'who', { entity }, [...at, 'when']);
  if (who.permission !== undefined) checkPermission(who.permission, entity, checker, [...at, 'permission']);
}

/** Checks what people may write in which state: known states and fields, every state told, and none closed by mistake. */
export function checkEditableStates(
  machine: StateMachine,
  states: readonly string[],
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { editable } = machine;
  if (editable === undefined) return;
  for (const [state, keys] of Object.entries(editable)) {
    if (state !== '*') checker.name('state', state, states, [...at, state], entity);
    if (keys !== '*') checkKeys(keys, entity, checker, [...at, state]);
  }
  const untold = states.filter((state) => !Object.hasOwn(editable, state));
  if (untold.length > 0 && !Object.hasOwn(editable, '*'))
    checker.expect(documentText('check.rights.everyStateOrForOthers'), untold.join('、'), at);
}

function checkKeys(keys: readonly string[], entity: EntityDocument, checker: Checker, at: At): void {
  const { fields, children } = entityModel(entity);
  const written = writableKeys(entity);
  for (const [position, key] of keys.entries()) {
    const place = [...at, position];
    if (!checker.name('field', key, [...fields.keys(), ...children.keys()], place)) continue;
    if (!written.has(key)) checker.expect(documentText('check.rights.fieldOrChildRowsThatPeople'), key, place);
    if (keys.indexOf(key) !== position)
      checker.expect(documentText('check.rights.noKeyTwice'), key, place, 'E_SCHEMA_DUPLICATE');
  }
}

/** Checks the rules of an entity: what they read, where they show, what they lock. */
export function checkRules(entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(entity.rules, ['rules']);
  for (const [index, rule] of (entity.rules ?? []).entries()) checkRule(rule, entity, checker, ['rules', index]);
}

function checkRule(rule: EntityRule, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields, relations, children } = entityModel(entity);
  if (rule.when !== undefined) checker.expression(rule.when, 'entityRule', { entity }, [...at, 'when']);
  checker.expression(rule.check, 'entityRule', { entity }, [...at, 'check']);
  if (rule.field !== undefined)
    checker.name('field', rule.field, [...fields.keys(), ...children.keys()], [...at, 'field']);
  if (rule.lock !== undefined) {
    const single = [...relations].flatMap(([name, { many }]) => (many ? [] : [name]));
    checker.name('relation', rule.lock, single, [...at, 'lock'], entity);
  }
  const readsOld = textReads([rule.when, rule.check], 'old').length > 0;
  if (readsOld && rule.on.includes('create'))
    checker.expect(documentText('check.rights.noOldOnCreate'), rule.on.join(), [...at, 'on']);
  if (entity.appendOnly === true && rule.on.some((change) => change !== 'create'))
    checker.expect(documentText('check.rights.onlyCreateOfAppendOnlyEntity'), rule.on.join(), [...at, 'on']);
}

/** What people write by forms and cells: stored fields that are not kept by the server, and child rows. */
export function writableKeys(entity: EntityDocument): ReadonlySet<string> {
  const model = entityModel(entity);
  const fields = [...model.fields.values()].filter(
    (field) => isStored(field) && field.readonly !== true && field.sequence === undefined,
  );
  return new Set([...fields.map(({ key }) => key), ...model.children.keys()]);
}

/**
 * What deserves a second look though it can be served: people may rewrite records that go through states, or hold
 * money, in every state. Answers sentences.
 */
export function rightsAdvice(entity: EntityDocument): readonly string[] {
  const { name } = entity;
  const isWritten = entity.operations.some((verb) => verb === 'modify' || verb === 'import');
  if (!isWritten || entity.who?.modify !== undefined || writableKeys(entity).size === 0) return [];
  const machines = entity.states ?? [];
  if (machines.length > 0 && !saysEditable(entity))
    return [formatMessage(documentText('check.rights.statesWithoutEditable', { entity, name }))];
  const money = entity.fields.filter((field) => field.type === 'money' && writableKeys(entity).has(field.key));
  const isBare = machines.length === 0 && entity.rules === undefined && money.some((field) => field.who === undefined);
  return isBare ? [formatMessage(documentText('check.rights.moneyWithoutEditable', { entity, name }))] : [];
}

/** Whether an entity stands as child rows in another. */
function isChild(entity: EntityDocument, { documents }: Checker): boolean {
  return [...documents.entities.values()].some(({ children }) =>
    (children ?? []).some((rows) => rows.entity === entity.name),
  );
}
