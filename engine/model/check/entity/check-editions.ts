import { contentFields, type EditionStates, editionStates } from '../../entity/editions.ts';
import { entityModel, transitionsOf } from '../../entity/entity-model.ts';
import { fileTypeOf } from '../../fields/type-groups.ts';
import type { EntityDocument, EntityEditions, StateMachine } from '../../generated/documents.ts';
import { targetStates } from '../../record/target-state.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { refuseSecond } from './check-second.ts';
import { checkWithin, storedField } from './check-structure.ts';

const place: At = ['editions'];

/** Checks the editions of an entity: what they are of, who counts them, how one is published and the former gives way. */
export function checkEditions(entity: EntityDocument, checker: Checker): void {
  const { editions } = entity;
  if (editions === undefined) return;
  checkBy(editions, entity, checker);
  checkNumber(editions, entity, checker);
  checkKind(entity, checker);
  checkCopied(entity, checker);
  const retiring = transitionsOf(entity);
  const known = retiring.map(({ transition }) => transition.key);
  const title: [string, string] = [entity.title, entity.name];
  if (!checker.name('transition', editions.archive, known, [...place, 'archive'], title)) return;
  const states = editionStates(entity);
  if (states === undefined) return;
  const field = entityModel(entity).fields.get(states.machine.field);
  const names = field === undefined ? [] : (checker.dictionaryOf(field)?.values.map(({ key }) => key) ?? []);
  if (!checker.name('state', editions.whenState, names, [...place, 'whenState'], title)) return;
  checkRetire(states, checker);
  checkCourse(states, checker);
  checkClosed(states, entity, checker);
}

/** What editions are of is filled in, and is one value that people may read. */
function checkBy({ by }: EntityEditions, entity: EntityDocument, checker: Checker): void {
  const at = [...place, 'by'];
  checkWithin(by, entity, checker, at);
  const field = entityModel(entity).fields.get(by);
  if (field !== undefined && (field.required !== true || field.unique === true))
    checker.expect(documentText('check.editions.requiredFieldNotUnique'), by, at);
}

function checkNumber({ number, by }: EntityEditions, entity: EntityDocument, checker: Checker): void {
  const at = [...place, 'number'];
  const field = storedField(number, entity, checker, at);
  if (field === undefined) return;
  const isOwn = field.readonly === true && field.unique !== true && field.defaultValue === undefined;
  if (field.type !== 'int' || !isOwn || number === by)
    checker.expect(documentText('check.editions.intReadonlyWithoutDefault'), number, at);
}

/** An edition is a record of its own that can be changed while it is a draft. */
function checkKind(entity: EntityDocument, checker: Checker): void {
  if (!entity.operations.includes('modify'))
    checker.expect(documentText('check.editions.entityThatOpensModify'), entity.operations.join(), place);
  for (const key of ['tree', 'mergedInto', 'appendOnly'] as const)
    if (entity[key] !== undefined) checker.expect(documentText('check.editions.entityWithout', { key }), key, place);
}

/** The next draft says what the edition says: nothing of that may be kept once only. */
function checkCopied(entity: EntityDocument, checker: Checker): void {
  const { number = '' } = entity.editions ?? {};
  refuseSingular(entity, [number], checker, place);
  for (const rows of entity.children ?? []) {
    const child = checker.documents.entities.get(rows.entity);
    if (child !== undefined) refuseSingular(child, [rows.by], checker, [...place, 'by']);
  }
}

function refuseSingular(entity: EntityDocument, keys: readonly string[], checker: Checker, at: At): void {
  const { name, indexes = [] } = entity;
  for (const field of contentFields(entity)) {
    if (field.unique === true)
      checker.expect(documentText('check.editions.noUniqueFieldInEdition'), `${name}.${field.key}`, at);
    if (fileTypeOf(field.type) !== undefined)
      checker.expect(documentText('check.editions.editionsWithoutFiles'), `${name}.${field.key}`, at);
  }
  for (const index of indexes)
    if (index.unique === true && index.where === undefined && !keys.some((key) => index.fields.includes(key)))
      checker.expect(documentText('check.editions.uniqueIndexThatHolds', { keys }), `${name}.${index.key}`, at);
}

/** The former edition gives way by a transition that asks for nothing and takes nobody. */
function checkRetire({ retire, machine, whenState, archive }: EditionStates, checker: Checker): void {
  const at = [...place, 'archive'];
  const [to, ...others] = targetStates(retire, whenState);
  if (to === undefined || to === whenState || others.length > 0)
    checker.expect(documentText('check.editions.transitionFromToOneOtherState', { whenState }), archive, at);
  refuseSecond(retire, checker, at);
  const asked = (retire.input ?? []).find(
    ({ required, defaultValue }) => required === true && defaultValue === undefined,
  );
  if (asked !== undefined)
    checker.expect(documentText('check.editions.transitionWithoutRequiredInputs'), `${archive}.${asked.key}`, at);
  if (machine.initial.includes(whenState))
    checker.expect(documentText('check.editions.noInitialState'), whenState, [...place, 'whenState']);
}

/** From where a record begins it can be published, and once it is, nothing leads back. */
function checkCourse({ machine, drafts, fixed, whenState }: EditionStates, checker: Checker): void {
  const at = [...place, 'whenState'];
  for (const state of machine.initial) {
    if (fixed.includes(state) && state !== whenState)
      checker.expect(documentText('check.editions.statesOfWhichNoneLeadsBack'), state, at);
    else if (state !== whenState && !drafts.includes(state))
      checker.expect(documentText('check.editions.initialStatesThatLeadTo', { whenState }), state, at);
  }
  for (const transition of machine.transitions) {
    const publishes = drafts.some((state) => targetStates(transition, state).includes(whenState));
    if (publishes && transition.undo !== undefined)
      checker.expect(documentText('check.editions.noUndoOfWhatPublishes'), transition.key, at);
  }
}

/** Nothing opens, or writes, what an edition says once it is published. */
function checkClosed({ machine, fixed }: EditionStates, entity: EntityDocument, checker: Checker): void {
  const opened = Object.entries(machine.editable ?? {}).filter(
    ([state, keys]) => fixed.includes(state) && (keys === '*' || keys.length > 0),
  );
  const at = machineAt(machine, entity);
  for (const [state] of opened)
    checker.expect(documentText('check.editions.nothingOpenOncePublished'), state, [...at, 'editable', state]);
  const content = new Set(contentFields(entity).map(({ key }) => key));
  for (const [index, { from, set, input }] of machine.transitions.entries()) {
    if (!from.some((state) => fixed.includes(state))) continue;
    const taken = (input ?? []).filter(({ type }) => type === undefined).map(({ key, field }) => field ?? key);
    for (const key of [...Object.keys(set ?? {}), ...taken])
      if (content.has(key))
        checker.expect(documentText('check.editions.readonlyFieldOncePublished'), key, [...at, 'transitions', index]);
  }
}

function machineAt(machine: StateMachine, { states = [] }: EntityDocument): At {
  return ['states', states.indexOf(machine)];
}
