import { type EntityModel, editionStates, type TransitionOfEntity } from '../../../engine/model/entity/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { RuleBook, RuleContext, TransitionRules } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { SetOutcome, SetStep } from '../../kernel/operation/row-work.ts';
import { mutateSet } from '../../records/change/mutate-set.ts';
import { lockRows } from '../../records/read/view.ts';
import { followMove, movedValues, type PlannedMove, plannedMove } from './apply-transition.ts';

type SetMany = NonNullable<TransitionRules['setMany']>;

/**
 * How rows take a transition together, for a checked input; undefined where its rules have no such form, or where what
 * it brings for each row has to be asked or followed by itself.
 */
export function setStepOf(
  entity: EntityModel,
  declared: TransitionOfEntity,
  rules: RuleBook,
): ((input: Values) => SetStep) | undefined {
  const { transition } = declared;
  const setMany = rules.get(entity.document.name)?.transitions?.[transition.key]?.setMany;
  const isPlain =
    transition.who === undefined &&
    transition.second === undefined &&
    transition.preview === undefined &&
    (transition.effects ?? []).length === 0 &&
    editionStates(entity.document) === undefined;
  if (setMany === undefined || !isPlain) return undefined;
  return (input) => (ids, context) =>
    mutateSet(context, (inside) => moveSet({ entity, declared, rules, input, setMany }, ids, inside));
}

type MovingSet = {
  readonly entity: EntityModel;
  readonly declared: TransitionOfEntity;
  readonly rules: RuleBook;
  readonly input: Values;
  readonly setMany: SetMany;
};

type Planned = { readonly record: StoredRecord; readonly plan: PlannedMove };

/** Moves the rows that may be moved; whichever is missing, out of reach or refused is left to be told by itself. */
async function moveSet(
  set: MovingSet,
  ids: readonly string[],
  context: RuleContext,
): Promise<ReadonlyMap<string, SetOutcome>> {
  const { entity, setMany } = set;
  const planned = await plannedMoves(set, ids, context);
  const derived = await setMany(
    planned.map(({ record, plan }) => ({ record, input: plan.move.input })),
    context,
  );
  const outcomes = new Map<string, SetOutcome>();
  const moved: (Planned & { readonly values: Values })[] = [];
  for (const [at, one] of planned.entries()) {
    const outcome = derived[at] ?? 'alone';
    if (outcome === 'alone') continue;
    if ('refusal' in outcome) outcomes.set(one.record.id, outcome);
    else moved.push({ ...one, values: movedValues(one.plan, outcome.derived) });
  }
  await context.records.updateMany(
    entity.document.name,
    moved.map(({ record, values }) => ({ id: record.id, values })),
  );
  for (const { record, plan, values } of moved) {
    await followMove(plan.move, record, values, context);
    outcomes.set(record.id, { done: true });
  }
  return outcomes;
}

async function plannedMoves(
  { entity, declared, rules, input }: MovingSet,
  ids: readonly string[],
  context: RuleContext,
): Promise<readonly Planned[]> {
  const rows = await lockRows(entity, ids, context, declared);
  const planned: Planned[] = [];
  for (const row of rows) {
    const record = context.records.toRecord(entity, row);
    const plan = await planOrLeave(() =>
      plannedMove({ entity, ...declared, input, rules, numbers: new Map() }, record, context),
    );
    if (plan !== undefined) planned.push({ record, plan });
  }
  return planned;
}

async function planOrLeave(plan: () => Promise<PlannedMove>): Promise<PlannedMove | undefined> {
  try {
    return await plan();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
