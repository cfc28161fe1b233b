import { formatMessage } from '../../../engine/model/texts/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import { codeOf } from '../../kernel/errors/start-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';
import { constraintRefusal } from '../../records/change/constraint-refusal.ts';
import { ConstraintError } from '../../records/store/constraint-error.ts';
import { importText } from '../../texts/import-text.ts';
import type { ImportPlan, RowOutcome } from './import-plan.ts';
import { reasonOf } from './read-rows.ts';

/** A refusal, a broken constraint, or a value the database cannot hold; a lost connection or lock is about no row. */
export function isAboutRow(error: unknown): boolean {
  if (error instanceof AppError) return error.entry.http === 200 && error.entry.envelope === '1';
  return error instanceof ConstraintError || codeOf(error)?.startsWith('22') === true;
}

/** What became of a row that was refused, in words for whoever has to mend it. */
export async function refusedRow(plan: ImportPlan, error: unknown, context: RuleContext): Promise<RowOutcome> {
  const refusal = error instanceof ConstraintError ? await constraintRefusal(error, context) : error;
  if (!(refusal instanceof AppError))
    return { outcome: 'failed', reason: formatMessage(importText('import.unstorable')) };
  const faults = refusal.detail.faults ?? [];
  const isDuplicate = faults.length > 0 && faults.every((fault) => fault.code === 'E_INPUT_DUPLICATE');
  // A rule's own sentence says more than what it marks the field with.
  const reason = refusal.code === 'E_INPUT_INVALID' && faults.length > 0 ? reasonOf(faults) : refusal.message;
  return { outcome: isDuplicate && plan.policy === 'skip' ? 'duplicated' : 'failed', reason };
}
