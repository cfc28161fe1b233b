import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { evaluateWhole, parseExpression } from '../../../engine/model/expression/index.ts';
import { targetStates } from '../../../engine/model/record/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { transitionOfRows } from '../transition/transition.ts';
import { existingRows, keyText } from './existing-rows.ts';
import type { ImportPlan, RowOutcome } from './import-plan.ts';
import type { TransitionIntake } from './intake.ts';
import type { ReadRow } from './read-rows.ts';
import { isAboutRow, refusedRow } from './row-refusal.ts';

/**
 * Runs a transition once with each row of a table, on the record that the row names, as a call of it would: permission,
 * scope, guards and log hold for each. A record that is missing and one out of reach are told alike.
 */
export async function moveRows(
  plan: ImportPlan,
  moves: TransitionIntake,
  rows: readonly ReadRow[],
  context: RuleContext,
): Promise<readonly RowOutcome[]> {
  const { entity } = plan.intake;
  const coming = rows.flatMap((row) => (row.kind === 'over' ? [] : [row.values]));
  const named = await existingRows(entity, moves.by, coming, context);
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    const id = row.kind === 'over' ? undefined : named.get(keyText(entity, moves.by, row.values) ?? '')?.id;
    outcomes.push(row.kind === 'over' ? row.outcome : await moveRow(plan, moves, id, row.values, context));
  }
  return outcomes;
}

async function moveRow(
  plan: ImportPlan,
  { declared, by }: TransitionIntake,
  id: string | undefined,
  values: Values,
  context: RuleContext,
): Promise<RowOutcome> {
  const { entity } = plan.intake;
  const input = Object.fromEntries(Object.entries(values).filter(([key]) => !by.includes(key)));
  try {
    if (id === undefined) throw refuse('E_NOT_FOUND');
    const before = await context.records.lockOne(entity.document.name, id);
    const step = await transitionOfRows(entity, declared, plan.rules).prepare(input, context);
    await step(id, context);
    return { outcome: 'updated', id, before: before === undefined ? {} : wayBack(declared, before, context) };
  } catch (error) {
    if (!isAboutRow(error)) throw error;
    return refusedRow(plan, error, context);
  }
}

/** What taking a row back needs: where it came from, and what the transition back is filled in with. */
function wayBack(
  { transition, machine }: TransitionIntake['declared'],
  record: StoredRecord,
  { now, calendar }: RuleContext,
): Values {
  const input = Object.entries(transition.undo?.input ?? {}).flatMap(([key, source]) => {
    const parsed = parseExpression(source);
    return parsed.ok ? [[key, evaluateWhole(parsed.expression, { record, now, calendar })] as const] : [];
  });
  return { from: record[machine.field] ?? null, input: Object.fromEntries(input) };
}

/** Takes a row back by the transition that the one it ran names; refused where that would not lead to where it came from. */
export async function moveBack(
  entity: EntityModel,
  back: TransitionIntake['declared'],
  record: StoredRecord,
  former: Values,
  rules: ImportPlan['rules'],
  context: RuleContext,
): Promise<void> {
  const [state, ...others] = targetStates(back.transition, record[back.machine.field]);
  if (state !== former.from || others.length > 0) throw refuse('E_STATE');
  const input = typeof former.input === 'object' && former.input !== null ? { ...former.input } : {};
  const step = await transitionOfRows(entity, back, rules).prepare(input, context);
  await step(record.id, context);
}
