import { entityModel, isStored } from '../../entity/entity-model.ts';
import type { EntityDocument, StateMachine, Transition } from '../../generated/documents.ts';
import { branchesOf, leadsBack, targetStates } from '../../record/target-state.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkEffects, checkFollowed } from './check-effects.ts';
import { checkInputs, checkPermission } from './check-inputs.ts';
import { checkPerformable } from './check-performable.ts';
import { checkPreview, refusePreviewed } from './check-preview.ts';
import { checkQuota } from './check-quota.ts';
import { checkEditableStates, checkWho } from './check-rights.ts';
import { checkSecond } from './check-second.ts';
import { checkTransitionImport } from './check-transition-import.ts';

/** Checks a state machine: its field and states, each transition, and that every state can be reached. */
export function checkStates(machine: StateMachine, entity: EntityDocument, checker: Checker, at: At): void {
  const field = entityModel(entity).fields.get(machine.field);
  if (!checker.name('field', machine.field, entityModel(entity).fields.keys(), [...at, 'field'])) return;
  if (field === undefined || field.type !== 'enum' || !isStored(field)) {
    checker.expect(documentText('check.states.storedEnumField'), machine.field, [...at, 'field']);
    return;
  }
  const dictionary = checker.dictionaryOf(field);
  const states = dictionary?.values.map((value) => value.key) ?? [];
  const state = (name: string, place: At) =>
    checker.name('state', name, states, place, {
      title: dictionary?.title ?? field.title,
      name: dictionary?.name ?? field.key,
    });
  for (const [index, initial] of machine.initial.entries()) state(initial, [...at, 'initial', index]);
  checker.uniqueKeys(machine.transitions, [...at, 'transitions']);
  for (const [index, external] of (machine.external ?? []).entries()) state(external, [...at, 'external', index]);
  for (const [index, transition] of machine.transitions.entries()) {
    const here = [...at, 'transitions', index];
    for (const [position, from] of transition.from.entries()) state(from, [...here, 'from', position]);
    checkTarget(transition, entity, state, checker, here);
    checkTransition(transition, machine, entity, checker, here);
  }
  checkEditableStates(machine, states, entity, checker, [...at, 'editable']);
  checkReachable(machine, states, checker, at);
}

/** Where a transition leads: one state, one for each it starts in, or the first branch that holds. */
function checkTarget(
  transition: Transition,
  entity: EntityDocument,
  state: (name: string, at: At) => boolean,
  checker: Checker,
  at: At,
): void {
  const { to } = transition;
  if (typeof to === 'string') state(to, [...at, 'to']);
  else if (!Array.isArray(to)) checkPairs(transition, to, state, checker, at);
  for (const [index, branch] of branchesOf(transition).entries()) {
    const here = [...at, 'to', index];
    state(branch.state, [...here, 'state']);
    const isLast = index === branchesOf(transition).length - 1;
    if (branch.when !== undefined)
      checker.expression(branch.when, 'guard', { entity, inputs: transition.input }, [...here, 'when']);
    if ((branch.when === undefined) !== isLast)
      checker.expect(documentText('check.states.conditionOnEveryBranchButLast'), branch.when ?? '—', [...here, 'when']);
  }
}

/** An action of several from→to pairs says where it leads from every state it starts in, and from no other. */
function checkPairs(
  transition: Transition,
  pairs: Readonly<Record<string, string>>,
  state: (name: string, at: At) => boolean,
  checker: Checker,
  at: At,
): void {
  for (const [from, to] of Object.entries(pairs)) {
    state(to, [...at, 'to', from]);
    checker.name('state', from, transition.from, [...at, 'to', from], { title: 'from ', name: 'from' });
  }
  for (const [position, from] of transition.from.entries()) {
    if (!Object.hasOwn(pairs, from))
      checker.expect(documentText('check.states.toSaysWhereLeads', { from }), '—', [...at, 'from', position]);
  }
}

function checkTransition(
  transition: Transition,
  machine: StateMachine,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  checkPermission(transition.permission, entity, checker, [...at, 'permission']);
  if (transition.guard !== undefined)
    checker.expression(transition.guard, 'guard', { entity, inputs: transition.input }, [...at, 'guard']);
  for (const [position, { when }] of (transition.guards ?? []).entries())
    checker.expression(when, 'guard', { entity, inputs: transition.input }, [...at, 'guards', position, 'when']);
  if (transition.who !== undefined) checkWho(transition.who, entity, checker, [...at, 'who']);
  checkPreview(transition, entity, checker, at);
  checkQuota(transition, entity, checker, at);
  checkSecond(transition, entity, checker, at);
  checkTransitionImport(transition, entity, checker, at);
  checkPerformable(transition, machine, entity, checker, at);
  checkSet(transition, machine, entity, checker, [...at, 'set']);
  for (const [position, scope] of (transition.scopes ?? []).entries()) {
    const scopes = (entity.access?.scopes ?? []).map((known) => known.key);
    checker.name('scope', scope, scopes, [...at, 'scopes', position]);
  }
  checkInputs(transition.input, entity, checker, [...at, 'input']);
  checkEffects(transition, entity, checker, [...at, 'effects']);
  checkUndo(transition, machine, entity, checker, [...at, 'undo']);
  for (const [index, input] of (transition.input ?? []).entries()) {
    if (isTreeField(entity, input.field ?? input.key))
      checker.expect(documentText('check.states.treeIsMovedByModifyOnly'), input.key, [...at, 'input', index]);
  }
}

/** What takes a transition back is one of the same field, leads back from somewhere, and has all it asks for. */
function checkUndo(
  transition: Transition,
  machine: StateMachine,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { undo } = transition;
  if (undo === undefined) return;
  const place = [...at, 'transition'];
  const title: [string, string] = [entity.title, entity.name];
  const known = machine.transitions.map(({ key }) => key);
  if (!checker.name('transition', undo.transition, known, place, title)) return;
  const back = machine.transitions.find(({ key }) => key === undo.transition);
  refusePreviewed(back, checker, place);
  if (back === undefined || !transition.from.some((from) => leadsBack(transition, back, from)))
    checker.expect(documentText('check.states.transitionThatLeadsBackToWhere'), undo.transition, place);
  checkFollowed(undo, entity, { entity, inputs: undefined }, checker, at);
}

function checkSet(
  transition: Transition,
  machine: StateMachine,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { fields } = entityModel(entity);
  for (const [key, value] of Object.entries(transition.set ?? {})) {
    if (!checker.name('field', key, fields.keys(), [...at, key])) continue;
    const field = fields.get(key);
    if (field === undefined || !isStored(field) || key === machine.field || isTreeField(entity, key))
      checker.expect(documentText('check.states.fieldTransitionMaySet'), key, [...at, key]);
    else checker.expression(value, 'set', { entity, field, inputs: transition.input }, [...at, key]);
  }
}

function isTreeField(entity: EntityDocument, key: string): boolean {
  return entity.tree !== undefined && (entity.tree.parent === key || entity.tree.path === key);
}

/** A state no record can ever be in is a mistake, and so is a transition that starts only from such states. */
function checkReachable(machine: StateMachine, states: readonly string[], checker: Checker, at: At): void {
  const reached = reachedStates(machine);
  const dead = states.filter((state) => !reached.has(state));
  if (dead.length > 0)
    checker.expect(documentText('check.states.everyStateReachableByTransitionsOr'), dead.join('、'), [
      ...at,
      'transitions',
    ]);
  for (const [index, transition] of machine.transitions.entries()) {
    if (!transition.from.some((from) => reached.has(from)))
      checker.expect(documentText('check.states.startInReachableState'), transition.from.join('、'), [
        ...at,
        'transitions',
        index,
        'from',
      ]);
  }
}

function reachedStates(machine: StateMachine): ReadonlySet<string> {
  const reached = new Set([...machine.initial, ...(machine.external ?? [])]);
  const steps = machine.transitions.flatMap((transition) =>
    transition.from.flatMap((start) => targetStates(transition, start).map((end) => ({ start, end }))),
  );
  // A set grows while it is walked: what is added is walked as well.
  for (const state of reached) {
    for (const { start, end } of steps) if (start === state) reached.add(end);
  }
  return reached;
}
