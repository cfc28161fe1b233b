import type { EffectRows, Transition, TransitionEffect } from '../../../engine/model/documents/index.ts';
import {
  type EntityModel,
  editionStates,
  guardsOf,
  type TransitionOfEntity,
  transitionsOf,
} from '../../../engine/model/entity/index.ts';
import { evaluateWhole, parseExpression, type Scope, textHolds } from '../../../engine/model/expression/index.ts';
import { branchesOf, checkInput, inputFields, targetState, targetStates } from '../../../engine/model/record/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { callerValues } from '../../kernel/caller/caller.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { sentences } from '../../kernel/language/listed.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { followChange, type RuleBook, type RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { boundInput } from '../../records/change/bound-input.ts';
import { applyInsert, applyUpdate, numbersFor } from '../../records/change/write-row.ts';
import { formerEdition } from '../../records/edition/editions.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { lookupRows } from '../../records/read/lookup-rows.ts';
import { reachedValues } from '../../records/read/reached-values.ts';
import { lockAnyRow } from '../../records/read/view.ts';
import { transitionText } from '../../texts/transition-text.ts';
import { itemsOf, lockedRows, valueSources, withReached } from './effect-rows.ts';

/** Numbers taken for the rows that effects will insert, by effect. */
type EffectNumbers = ReadonlyMap<TransitionEffect, Values>;

/** A transition to run, with its checked input. */
export type Move = TransitionOfEntity & {
  readonly entity: EntityModel;
  readonly input: Values;
  readonly rules: RuleBook;
  readonly numbers: EffectNumbers;
};

/** A transition that may be done: its input within bounds, what its expressions see, and where it leads. */
export type PlannedMove = { readonly move: Move; readonly scope: Scope; readonly to: string };

/** Finds out whether a transition may be done on a record that is locked: from-state, guards, rules. Nothing is written. */
export async function plannedMove(asked: Move, record: StoredRecord, context: RuleContext): Promise<PlannedMove> {
  const move = {
    ...asked,
    input: await boundInput(asked.entity, asked.transition.input ?? [], asked.input, record, context),
  };
  const { transition, machine, input } = move;
  const scope = await scopeOf(move, record, sourcesOf(transition), context);
  const to = targetState(transition, record[machine.field], scope);
  if (to === undefined) throw refuse('E_STATE');
  refuseUnguarded(transition, scope);
  await ownRules(move)?.check?.(record, input, context);
  return { move, scope, to };
}

function ownRules({ rules, entity, transition }: Move) {
  return rules.get(entity.document.name)?.transitions?.[transition.key];
}

/**
 * Runs a transition on a record that is locked: from-state, guard, rules, values, log and what it entails for other
 * records, all in the caller's transaction.
 */
export async function applyTransition(
  asked: Move,
  record: StoredRecord,
  context: RuleContext,
): Promise<{ readonly id: string; readonly version: number }> {
  const planned = await plannedMove(asked, record, context);
  const { move } = planned;
  const { entity, transition, input } = move;
  const { id } = record;
  const values = movedValues(planned, (await ownRules(move)?.set?.(record, input, context)) ?? {});
  await archiveFormer(move, record, planned.to, context);
  await context.records.update(entity.document.name, id, values);
  await followMove(move, record, values, context);
  const version = record.version + 1;
  const { effects = [] } = transition;
  if (effects.length > 0)
    await context.records.bySystem(async () => {
      for (const effect of effects) await applyEffect(effect, move, { ...record, ...values, version }, context);
    });
  return { id, version };
}

/** Where an edition is published, the one published before gives way first: there is never more than one. */
async function archiveFormer(move: Move, record: StoredRecord, to: string, context: RuleContext): Promise<void> {
  const { entity, machine, rules } = move;
  const states = editionStates(entity.document);
  if (states?.machine !== machine || to !== states.whenState) return;
  const former = await formerEdition(entity, states, record, context);
  if (former === undefined) return;
  const declared = { machine, transition: states.retire };
  const numbers = await numbersOfEffects(entity, declared.transition, context);
  await context.records.bySystem(() =>
    applyTransition({ ...declared, entity, input: {}, rules, numbers }, former, context),
  );
}

/** What a transition writes to the record: inputs, what the documents set, what the rules derived, and the state. */
export function movedValues({ move, scope, to }: PlannedMove, derived: Values): Values {
  return {
    ...writtenInputs(move),
    ...evaluated(move.transition.set, scope),
    ...derived,
    [move.machine.field]: to,
  };
}

/** What the rules do once a record has taken a transition, and its row of the log. */
export async function followMove(
  move: Move,
  record: StoredRecord,
  values: Values,
  context: RuleContext,
): Promise<void> {
  const { entity, transition, input } = move;
  await ownRules(move)?.after?.(record, input, context);
  const before = Object.fromEntries(Object.keys(values).map((key) => [key, record[key]]));
  const after = { ...values, ...input };
  await logChange({ entity, id: record.id, action: transition.key, title: transition.title, before, after }, context);
}

/**
 * The numbers of all rows a transition may insert. Taken before the transaction begins, as for every new row, so that
 * nobody else has to wait for it; a number that is not used is left out.
 */
export async function numbersOfEffects(
  entity: EntityModel,
  transition: Transition,
  context: CallContext,
): Promise<EffectNumbers> {
  const numbers = new Map<TransitionEffect, Values>();
  for (const effect of transition.effects ?? []) {
    if (effect.create !== undefined)
      numbers.set(effect, await numbersFor(modelOf(context.documents, effect.create), context));
    if (effect.transition === undefined) continue;
    const { target, declared } = followed(effect, entity, context);
    for (const entry of await numbersOfEffects(target, declared.transition, context)) numbers.set(...entry);
  }
  return numbers;
}

async function applyEffect(
  effect: TransitionEffect,
  move: Move,
  record: StoredRecord,
  context: RuleContext,
): Promise<void> {
  const sources = [effect.when, effect.rows?.where, ...valueSources(effect)];
  if (effect.create !== undefined) {
    const scope = await scopeOf(move, record, sources, context);
    if (!applies(effect, scope)) return;
    const rows =
      effect.each === undefined
        ? [undefined]
        : await itemsOf(effect.each, move.entity, record, valueSources(effect), context);
    for (const row of rows)
      await createFrom(effect, effect.create, evaluated(effect.values, withRow(scope, row)), move, context);
    return;
  }
  if (effect.rows !== undefined) {
    const scope = await scopeOf(move, record, sources, context);
    if (applies(effect, scope)) await applyToRows(effect, effect.rows, scope, move, context);
    return;
  }
  const target = targetOf(effect, move.entity, context);
  const id = record[target.key];
  if (typeof id !== 'string') return;
  // Locked before anything of it is read, so that what is worked out is what the winner of a race left.
  const row = await lockAnyRow(target.entity, id, context);
  const scope = await scopeOf(move, record, sources, context);
  if (!applies(effect, scope)) return;
  if (row === undefined) throw refused('transition.gone', move, target.entity);
  await changeOther(effect, context.records.toRecord(target.entity, row), target.entity, scope, move, context);
}

/** Runs an effect on each of many rows, one after another, each as the ones before it left it. */
async function applyToRows(
  effect: TransitionEffect,
  rows: EffectRows,
  scope: Scope,
  move: Move,
  context: RuleContext,
): Promise<void> {
  const entity = modelOf(context.documents, rows.entity);
  const sources = valueSources(effect);
  for (const id of await lockedRows(rows, scope, context)) {
    const stored = await lockAnyRow(entity, id, context);
    if (stored === undefined) continue;
    const record = context.records.toRecord(entity, stored);
    const inner = withRow(scope, await withReached(record, entity, sources, context));
    await changeOther(effect, record, entity, inner, move, context);
  }
}

function withRow(scope: Scope, row: Values | undefined): Scope {
  return row === undefined ? scope : { ...scope, row };
}

async function changeOther(
  effect: TransitionEffect,
  record: StoredRecord,
  entity: EntityModel,
  scope: Scope,
  move: Move,
  context: RuleContext,
): Promise<void> {
  if (effect.set !== undefined) await setOn(record, entity, evaluated(effect.set, scope), move, context);
  else await moveAlong(effect, record, evaluated(effect.input, scope), move, context);
}

async function createFrom(
  effect: TransitionEffect,
  name: string,
  values: Values,
  move: Move,
  context: RuleContext,
): Promise<void> {
  const entity = modelOf(context.documents, name);
  const { id, stored } = await applyInsert(entity, values, move.numbers.get(effect) ?? {}, context, move.rules);
  await move.rules.get(name)?.afterCreate?.(id, stored, context);
  await logChange({ entity, id, action: 'create', title: move.transition.title, after: stored }, context);
}

async function setOn(
  record: StoredRecord,
  entity: EntityModel,
  values: Values,
  move: Move,
  context: RuleContext,
): Promise<void> {
  const changes = await applyUpdate(entity, record, values, context, move.rules);
  if (Object.keys(changes).length === 0) return;
  await followChange(entity.document.name, record, changes, context, move.rules);
  const before = Object.fromEntries(Object.keys(changes).map((key) => [key, record[key]]));
  const { id } = record;
  await logChange({ entity, id, action: 'modify', title: move.transition.title, before, after: changes }, context);
}

async function moveAlong(
  effect: TransitionEffect,
  record: StoredRecord,
  raw: Values,
  move: Move,
  context: RuleContext,
): Promise<void> {
  const { target: entity, declared } = followed(effect, move.entity, context);
  const { values: input, faults } = checkInput(raw, {
    fields: inputFields(declared.transition.input ?? [], entity.fields),
    dictionaries: context.documents.dictionaries,
    partial: false,
    now: context.now,
  });
  const other = declared.transition.title;
  // Of many rows the one in the way is named.
  const one = effect.rows === undefined ? { other } : { other, record: String(record[entity.document.label] ?? '') };
  if (faults.length > 0) throw refused(effect.rows ? 'transition.cannotOne' : 'transition.cannot', move, entity, one);
  if (targetStates(declared.transition, record[declared.machine.field]).length === 0)
    throw refused(effect.rows ? 'transition.stateOne' : 'transition.state', move, entity, one);
  await applyTransition({ ...move, ...declared, entity, input }, record, context);
}

/** What stands in the way is told by its name: the caller acted on another record. */
type Told = Parameters<typeof transitionText>;

function refused(key: Told[0], { transition }: Move, { document }: EntityModel, further: Told[1] = {}) {
  const said = transitionText(key, { transition: transition.title, entity: document, ...further });
  return refuse('E_GUARD', { expected: formatMessage(said) });
}

function targetOf(effect: TransitionEffect, entity: EntityModel, context: CallContext) {
  if (effect.rows !== undefined) return { key: '', entity: modelOf(context.documents, effect.rows.entity) };
  const relation = entity.relations.get(effect.relation ?? '');
  if (relation === undefined) throw refuse('E_SERVER', { got: effect.key });
  return { key: relation.field.key, entity: modelOf(context.documents, relation.entity) };
}

function followed(effect: TransitionEffect, entity: EntityModel, context: CallContext) {
  const target = targetOf(effect, entity, context).entity;
  const declared = transitionsOf(target.document).find(({ transition }) => transition.key === effect.transition);
  if (declared === undefined) throw refuse('E_SERVER', { got: effect.key });
  return { target, declared };
}

function applies(effect: TransitionEffect, scope: Scope): boolean {
  return effect.when === undefined || textHolds(effect.when, scope);
}

/** What the expressions may read: the record with what they reach through its relations, the input, the caller. */
async function scopeOf(
  move: Move,
  record: StoredRecord,
  sources: readonly (string | undefined)[],
  context: RuleContext,
): Promise<Scope> {
  const related = await reachedValues(move.entity, record.id, sources, context);
  return {
    record: { ...record, ...related },
    form: move.input,
    user: callerValues(context.caller),
    now: context.now,
    calendar: context.calendar,
    ...(await lookupRows(sources, context)),
  };
}

function sourcesOf(transition: Transition): readonly (string | undefined)[] {
  const conditions = [...guardsOf(transition), ...branchesOf(transition)].map(({ when }) => when);
  const previewed = Object.values(transition.preview?.input ?? {});
  return [transition.second?.when, ...previewed, ...conditions, ...Object.values(transition.set ?? {})];
}

/** Every guard that does not hold is named. */
function refuseUnguarded(transition: Transition, scope: Scope): void {
  const failing = guardsOf(transition).filter(({ when }) => !textHolds(when, scope));
  if (failing.length > 0) throw refuse('E_GUARD', { expected: sentences(failing.map(({ message }) => message)) });
}

function evaluated(sources: Readonly<Record<string, string>> | undefined, scope: Scope): Values {
  return Object.fromEntries(
    Object.entries(sources ?? {}).flatMap(([key, source]) => {
      const outcome = parseExpression(source);
      return outcome.ok ? [[key, evaluateWhole(outcome.expression, scope)] as const] : [];
    }),
  );
}

/** Inputs taken from a field of the entity are written to it. */
function writtenInputs({ transition, input }: Move): Values {
  const taken = (transition.input ?? []).filter((declared) => declared.type === undefined);
  return Object.fromEntries(taken.map((declared) => [declared.field ?? declared.key, input[declared.key] ?? null]));
}
