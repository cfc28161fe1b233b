import { faultMessage } from '../../../engine/model/faults/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import { AppError } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowStep, SetStep } from '../../kernel/operation/row-work.ts';
import { ConstraintError } from '../../records/store/constraint-error.ts';

/** What became of one row; `kept` is for undoing it, and for no answer. */
export type RowOutcome = BulkAnswer['results'][number] & { readonly kept?: Values };

/** Does the rows one after another: one that is refused does not hold back the others. */
export async function runRows(
  ids: readonly string[],
  step: RowStep,
  context: CallContext,
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const id of ids) outcomes.push(await runOne(id, step, context));
  return outcomes;
}

async function runOne(id: string, step: RowStep, context: CallContext): Promise<RowOutcome> {
  const { idempotencyKey } = context;
  // Each row has an answer of its own to keep.
  const own = idempotencyKey === undefined ? context : { ...context, idempotencyKey: `${idempotencyKey}/${id}` };
  try {
    const kept = await step(id, own);
    return kept === undefined ? { id, ok: true } : { id, ok: true, kept };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusedOutcome(id, error);
  }
}

/**
 * Does rows together inside the open transaction, and answers what became of those that could be done so, by id. The
 * others, and all of them where something among them broke, are to be done one after another.
 */
export async function runSet(
  ids: readonly string[],
  step: SetStep,
  context: CallContext,
): Promise<ReadonlyMap<string, RowOutcome>> {
  try {
    const outcomes = await step(ids, context);
    return new Map(
      [...outcomes].map(([id, outcome]) => [
        id,
        'refusal' in outcome ? refusedOutcome(id, outcome.refusal) : { id, ok: true },
      ]),
    );
  } catch (error) {
    if (error instanceof AppError || error instanceof ConstraintError) return new Map();
    throw error;
  }
}

function refusedOutcome(id: string, error: AppError): RowOutcome {
  return { id, ok: false, code: error.code, message: sentenceOf(error) };
}

/** A row has one line to say what is wrong: the first fault rather than that there are some. */
function sentenceOf(error: AppError): string {
  const fault = error.code === 'E_INPUT_INVALID' ? error.detail.faults?.[0] : undefined;
  return fault === undefined ? error.message : faultMessage(fault);
}

/** The answer of a call on many rows. */
export function bulkAnswer(outcomes: readonly RowOutcome[]): BulkAnswer {
  const done = outcomes.filter((outcome) => outcome.ok).length;
  const results = outcomes.map(({ kept: _, ...result }) => result);
  return { done, failed: results.length - done, results };
}
