import { inOwnTransaction } from '../../../db/connection/savepoint.ts';
import { AppError, refuse } from '../../../kernel/errors/app-error.ts';
import { type CallContext, modelOf } from '../../../kernel/operation/context.ts';
import type { DomainRules, RuleBook, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import { maxFound, type StoredRecord, type Values } from '../../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../../operations/transition/apply-system-transition.ts';
import { enforceRules } from '../../../records/change/enforce-rules.ts';
import { viewRow } from '../../../records/read/view.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { isFresh } from '../ownership/take-back.ts';
import { type PlannedService, planOf } from './service-batch-plan.ts';
import { studyServiceRules } from './study-service.ts';

const rules: RuleBook = new Map([['study_service', studyServiceRules]]);

/** Rules of batches in which services go to several supervisors: what was looked at is what is done, row by row. */
export const serviceBatchRules: DomainRules = {
  entity: 'service_batch',
  transitions: { distribute: { after: distribute }, undistribute: { after: takeBack } },
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

/**
 * Takes a batch back whole, by whoever did it just now: each service goes to where it came from. Where one of them is
 * worked with already, or was given on, none does; they can be given on one by one.
 */
async function takeBack(batch: StoredRecord, _: Values, context: RuleContext): Promise<void> {
  const { records } = context;
  if (!isFresh(batch.doneAt, context)) throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  const key = batch.kind === 'pool' ? 'unassign' : 'untransfer';
  const items = await records.find('service_batch_item', { batchId: batch.id, problem: null }, maxFound);
  const given = items.filter(({ createdAt }) => Date.parse(String(createdAt)) >= Date.parse(String(batch.doneAt)));
  for (const { serviceId, serviceNo, studentName, toStaffId } of given) {
    await applySystemTransition({ entity: 'study_service', id: String(serviceId), rules, key, input: {} }, context);
    const problem = '已撤销，在原处';
    await records.insert('service_batch_item', {
      ...{ batchId: batch.id, serviceId, serviceNo, studentName, toStaffId, problem },
    });
  }
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
