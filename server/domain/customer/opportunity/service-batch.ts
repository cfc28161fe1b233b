import { inOwnTransaction } from '../../../db/connection/savepoint.ts';
import { AppError, refuse } from '../../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../../kernel/operation/context.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../../operations/transition/apply-system-transition.ts';
import { enforceRules } from '../../../records/change/enforce-rules.ts';
import { viewRow } from '../../../records/read/view.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { type PlannedService, planOf } from './service-batch-plan.ts';
import { studyServiceRules } from './study-service.ts';

const rules: RuleBook = new Map([['study_service', studyServiceRules]]);

/** Rules of batches in which services go to several supervisors: what was looked at is what is done, row by row. */
export const serviceBatchRules: DomainRules = {
  entity: 'service_batch',
  transitions: { distribute: { after: distribute } },
  wholeActions: { plan },
};

/** What a batch within reach would come to. */
async function plan(input: Values, context: CallContext): Promise<{ readonly rows: readonly PlannedService[] }> {
  const id = String(input.batchId);
  await viewRow(modelOf(context.documents, 'service_batch'), { id, fields: ['id'] }, { ...context, page: undefined });
  const records = new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
  const batch = await records.findOne('service_batch', { id });
  if (batch === undefined) throw refuse('E_NOT_FOUND');
  return { rows: await planOf(batch, { ...context, records }) };
}

/** Gives each service to whom it is planned for; what is refused stays where it is, with the reason beside it. */
async function distribute(batch: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  let failed = 0;
  const planned = await planOf(batch, context);
  for (const { serviceId, serviceNo, studentName, toStaffId } of planned) {
    const problem = await problemOf(batch, serviceId, toStaffId, context);
    if (problem !== null) failed += 1;
    const item = { batchId: batch.id, serviceId, serviceNo, studentName, toStaffId, problem };
    await records.insert('service_batch_item', item);
  }
  await records.update('service_batch', batch.id, { given: planned.length - failed, failed });
}

async function problemOf(
  { kind, handoverNote }: StoredRecord,
  id: string,
  staffId: string,
  context: RuleContext,
): Promise<string | null> {
  const move =
    kind === 'pool'
      ? { key: 'assign', input: { staffId } }
      : { key: 'transfer', input: { staffId, handoverNote: handoverNote ?? null } };
  try {
    // Between savepoints: what is refused leaves nothing behind, and the others go on.
    await inOwnTransaction(context.db, async () => {
      await applySystemTransition({ entity: 'study_service', id, rules, ...move }, context);
      await enforceRules(context);
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message.slice(0, 200);
  }
}
