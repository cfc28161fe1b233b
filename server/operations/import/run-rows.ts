import type { OnceFact } from '../../../engine/model/wire/index.ts';
import { inOwnTransaction } from '../../db/connection/savepoint.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { MadeRow } from '../../kernel/operation/made-row.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { ImportPlan, RowOutcome } from './import-plan.ts';
import type { ReadRow } from './read-rows.ts';
import { isAboutRow, refusedRow } from './row-refusal.ts';

type WholeAction = NonNullable<DomainRules['wholeActions']>[string];

/** Runs an action once with each row, as a call of it would: its rules hold for each, and one that is refused leaves nothing. */
export async function runRows(
  plan: ImportPlan,
  action: string,
  rows: readonly ReadRow[],
  context: RuleContext,
): Promise<readonly RowOutcome[]> {
  const { name } = plan.intake.entity.document;
  const run = plan.rules.get(name)?.wholeActions?.[action];
  if (run === undefined) throw refuse('E_SERVER', { got: `${name}.${action}` });
  const outcomes: RowOutcome[] = [];
  for (const row of rows)
    outcomes.push(row.kind === 'over' ? row.outcome : await runRow(plan, run, row.values, context));
  return outcomes;
}

async function runRow(plan: ImportPlan, run: WholeAction, values: Values, context: RuleContext): Promise<RowOutcome> {
  const made: MadeRow[] = [];
  try {
    const answer = await inOwnTransaction(context.db, () =>
      run(values, { ...context, made: (rows) => made.push(...rows) }),
    );
    const { id, once } = answerOf(answer, plan);
    // A log is never taken back.
    const lasting = ({ entity }: MadeRow) => modelOf(context.documents, entity).document.appendOnly !== true;
    const along = made.filter((row) => row.id !== id && lasting(row));
    return { outcome: 'created', id, along, ...(once === undefined ? {} : { once }) };
  } catch (error) {
    if (!isAboutRow(error)) throw error;
    return refusedRow(plan, error, context);
  }
}

/** The record that the action made; an action that takes a table answers its id. */
function answerOf(
  answer: unknown,
  { intake }: ImportPlan,
): { readonly id: string; readonly once?: readonly OnceFact[] } {
  const isRecord = typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string';
  if (!isRecord) throw refuse('E_SERVER', { got: `${intake.operation} answers no id` });
  // Told by `change`, which has its shape.
  return answer as { readonly id: string; readonly once?: readonly OnceFact[] };
}
