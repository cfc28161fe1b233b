import { type CallContext, modelOf } from '../../../kernel/operation/context.ts';
import type { DomainRules, RuleContext } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord } from '../../../kernel/operation/record-store.ts';
import { checkAct, type PersonalAct } from '../../../permissions/people/act-on-person.ts';
import { numbersFor } from '../../../records/change/write-row.ts';
import { logChange } from '../../../records/log/operation-log.ts';
import { viewRow } from '../../../records/read/view.ts';
import { SqlRecordStore } from '../../../records/store/sql-record-store.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { type HandoverWork, startHandover } from './handover-job.ts';
import { checkPlan, planOf, previewOf } from './handover-plan.ts';

const openWorkOrders = ['pending_accept', 'processing', 'paused'];

/** Rules of batches in which the customers of somebody who leaves go to others. */
export const handoverRules: DomainRules = {
  entity: 'handover_batch',

  async beforeCreate(values, context) {
    const staff = await context.records.findOne('staff', { id: values.fromStaffId });
    if (staff === undefined || (staff.status !== 'leaving' && staff.status !== 'resigned'))
      throw refuseCustomer('E_HANDOVER_NOT_LEAVING');
    await checkAct(staff, succession, context);
    return { departmentId: staff.departmentId, openWorkOrders: await workOrdersOf(staff.id, context) };
  },

  async afterCreate(id, _, context) {
    await start(id, { work: 'freeze' }, context);
  },

  async beforeModify(record, changes) {
    if (changes.fromStaffId !== undefined && changes.fromStaffId !== record.fromStaffId)
      throw refuseCustomer('E_HANDOVER_STAFF');
    return {};
  },

  transitions: {
    distribute: {
      async check(record, input, context) {
        await leaverOf(record, context);
        const left = await context.records.count('customer', { ownerId: record.fromStaffId, ownState: 'owned' });
        if (left > 0) throw refuseCustomer('E_HANDOVER_FREEZING', { count: left });
        const plan = planOf(input.plan);
        checkPlan(plan, await previewOf(plan, await frozenOf(record, context), context));
      },
      async set(_, input) {
        const { rule, shares } = planOf(input.plan);
        return { rule, receiverIds: shares.map(({ staffId }) => staffId), problems: null };
      },
      async after(record, input, context) {
        const plan = planOf(input.plan);
        const { shares } = await previewOf(plan, await frozenOf(record, context), context);
        const quotas = shares.map(({ staffId, count }) => ({ staffId, count }));
        await start(record.id, { work: 'distribute', rule: plan.rule, quotas, forced: plan.forced }, context);
      },
    },
    undo: {
      check: async (record, _, context) => {
        await leaverOf(record, context);
      },
      set: async () => ({ doneAt: null, problems: null }),
      after: (record, _, context) => start(record.id, { work: 'undo' }, context),
    },
    cancel: {
      async check(record, _, context) {
        const staff = await leaverOf(record, context);
        if (staff?.status !== 'active') throw refuseCustomer('E_HANDOVER_STILL_LEAVING');
      },
      after: (record, _, context) => start(record.id, { work: 'release' }, context),
    },
  },

  wholeActions: { preview },
};

const succession: PersonalAct = { name: customerText('customer.handOver'), grade: 'succession' };

/** What somebody leaves behind is dealt with by others, who reach him; answers who it is. */
async function leaverOf(record: StoredRecord, context: RuleContext): Promise<StoredRecord | undefined> {
  const staff = await context.records.findOne('staff', { id: record.fromStaffId });
  if (staff !== undefined) await checkAct(staff, succession, context);
  return staff;
}

/** Opens a batch for somebody who begins to leave and has customers; its freezing is background work. */
export async function openHandover(staff: StoredRecord, leaveDate: unknown, context: RuleContext): Promise<void> {
  const { records, documents } = context;
  if (!documents.entities.has('handover_batch')) return;
  if ((await records.count('customer', { ownerId: staff.id, ownState: 'owned' })) === 0) return;
  const batch = modelOf(documents, 'handover_batch');
  const values = {
    ...(await numbersFor(batch, context)),
    fromStaffId: staff.id,
    departmentId: staff.departmentId,
    leaveDate,
    totalCustomers: 0,
    assignedCustomers: 0,
    pooledCustomers: 0,
    openWorkOrders: await workOrdersOf(staff.id, context),
    status: 'open',
  };
  const id = await records.insert('handover_batch', values);
  await logChange({ entity: batch, id, action: 'create', title: '新增', after: values }, context);
  await start(id, { work: 'freeze' }, context);
}

/** Customers of somebody who left that are nobody's yet. */
export async function frozenCustomersOf(staffId: string, { records, documents }: RuleContext): Promise<number> {
  if (!documents.entities.has('handover_batch')) return 0;
  const batches = await records.find('handover_batch', { fromStaffId: staffId, status: ['open', 'running'] });
  const ids = batches.map(({ id }) => id);
  return ids.length === 0 ? 0 : records.count('customer', { handoverBatchId: ids, ownState: 'frozen' });
}

async function workOrdersOf(staffId: string, { records, documents }: RuleContext): Promise<number> {
  if (!documents.entities.has('work_order')) return 0;
  return records.count('work_order', { assigneeId: staffId, status: openWorkOrders });
}

function start(batchId: string, work: HandoverWork, context: RuleContext): Promise<void> {
  return startHandover({ batchId, ...work }, context);
}

/** What a plan would come to, for a batch within reach. */
async function preview(input: Readonly<Record<string, unknown>>, context: CallContext): Promise<unknown> {
  const id = String(input.batchId);
  await viewRow(modelOf(context.documents, 'handover_batch'), { id, fields: ['id'] }, { ...context, page: undefined });
  const records = new SqlRecordStore(context, { staffId: context.caller.staffId, now: context.now });
  const total = await records.count('customer', { handoverBatchId: id, ownState: 'frozen' });
  return previewOf(planOf(input.plan), total, { ...context, records });
}

function frozenOf({ id }: StoredRecord, { records }: RuleContext): Promise<number> {
  return records.count('customer', { handoverBatchId: id, ownState: 'frozen' });
}
