import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import type { BulkStarted } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import type { RowWork } from '../../kernel/operation/row-work.ts';
import { mutate } from '../../records/change/mutate.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { rowsWanted } from '../../records/where/rows-wanted.ts';
import { bulkText } from '../../texts/bulk-text.ts';
import { maxMatching, type Selection } from './bulk-request.ts';
import { keepSelected } from './bulk-rows.ts';

/** What a job of the kind `bulk` is told; the input is encrypted, since it may hold masked values in clear. */
export type BulkJob = { readonly operation: string; readonly input: string };

/**
 * Starts the work on all rows that match, in the caller's reach, just now. Which they are is written down with the
 * start; when they are not as many as were confirmed, nothing starts.
 */
export async function startBulk(
  operation: CallerOperation,
  work: RowWork,
  selection: Extract<Selection, { readonly kind: 'matching' }>,
  body: Values,
  input: Values,
  context: CallContext,
): Promise<BulkStarted> {
  const { path, title } = operation;
  const entity = modelOf(context.documents, operation.scope ?? '');
  const plan = new SelectPlan(context, entity, 't', work.rows);
  // Before the transaction: what is looked up counts even where nothing starts.
  const condition = await rowsWanted(selection.where, plan, context, { scopes: work.transition?.scopes });
  return mutate(path, body, context, async (inside) => {
    const job: BulkJob = { operation: path, input: inside.protection.encrypt(JSON.stringify(input)) };
    const called = formatMessageIn('zh-CN', bulkText('bulk.job', { title, entity: entity.document }));
    const subject = { entity: entity.document.name, title: called };
    const { jobId } = await inside.services.jobs.start('bulk', job, inside, subject);
    const { count } = selection;
    const total = await keepSelected({ jobId, operation: path }, plan, condition, maxMatching + 1, inside);
    if (total !== count) throw refuse('E_SELECTION', { expected: count, got: total }, { count: total });
    return { jobId, total };
  });
}
