import type { DomainRules, RuleContext, TransitionRules } from '../../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../../kernel/operation/prepare-rows.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { customerText } from '../../../texts/domain/customer-text.ts';
import { addMainPhone, keepMainPhone, knownNumbers, refuseKnown, refuseKnownNumber } from '../contact/phones.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { claimRoom } from '../ownership/claim-limits.ts';
import { nobody, type OwnerChange, openOwnerRecord, receiverOf, recordOwnerChange } from '../ownership/ownership.ts';
import { poolFor, poolIdsOf, returnPoolId } from '../ownership/pool.ts';
import { pooledCustomers } from '../ownership/pooled.ts';
import { pooledTransitions } from '../ownership/pooled-transitions.ts';
import { takeBackTransitions } from '../ownership/take-back.ts';
import { importPool } from './import-pool.ts';
import { refuseWithBusiness } from './kept-business.ts';
import { mergeInto, refuseMerged } from './merge.ts';
import { refuseOpenBusiness } from './open-business.ts';

const { claim, assign, return: giveBack } = pooledTransitions(pooledCustomers);
const { unclaim, unassign, untransfer } = takeBackTransitions(pooledCustomers);

/** Rules of customers: one number one customer, one owner at a time, the limits of the pool. */
export const customerRules: DomainRules = {
  entity: 'customer',
  userAttributes: { poolIds: poolIdsOf },

  apartBy: 'mobile',

  async prepareMany(rows, context) {
    const numbers = rows.map(({ mobile }) => mobile).filter((mobile) => typeof mobile === 'string');
    const { staffId, departmentId } = context.caller;
    // What waits to be written comes first; then all that is to be known is asked in one packet.
    await context.records.settle();
    const [known, poolIds] = await Promise.all([
      knownNumbers(numbers, context),
      Promise.all(rows.map((row) => returnPoolId(departmentId, row.intentionProjectIds, context))),
    ]);
    const poolOf = new Map(rows.map((row, at) => [row, poolIds[at] ?? null]));
    return prepareEach(rows, async (row) => {
      await refuseKnown(known.get(String(row.mobile)) ?? {}, undefined, context);
      return {
        ownState: 'owned',
        ownerId: staffId,
        ownerDeptId: departmentId,
        poolId: null,
        returnPoolId: poolOf.get(row) ?? null,
        assignedAt: context.now,
      };
    });
  },

  afterCreateOnlyWrites: true,
  async afterCreate(id, values, context) {
    if (typeof values.mobile === 'string') await addMainPhone(id, values.mobile, context);
    const { staffId, departmentId } = context.caller;
    await openOwnerRecord(
      { subjectType: 'customer', subjectId: id, action: 'assign', from: nobody, to: { staffId, departmentId } },
      context,
    );
  },

  async beforeModify(record, changes, context) {
    await refuseMerged(record, context);
    if (typeof changes.mobile === 'string' && changes.mobile !== record.mobile)
      await refuseKnownNumber(changes.mobile, record.id, context);
    return {};
  },

  afterModifyOf: ['mobile'],
  async afterModify(record, changes, context) {
    if (typeof changes.mobile === 'string') await keepMainPhone(record.id, changes.mobile, context);
  },

  async beforeDelete(record, context) {
    await refuseMerged(record, context);
    await refuseWithBusiness(record.id, context);
  },

  wholeActions: { importPool, claimRoom: (_, context) => claimRoom(pooledCustomers, context) },
  actions: {
    async merge(record, input, context) {
      await refuseMerged(record, context);
      return mergeInto(record.id, String(input.otherId), context);
    },
  },

  transitions: unmerged({
    claim,
    assign,
    transfer: {
      async set(record, input, context) {
        const receiver = await receiverOf(input, record.intentionProjectIds, context);
        return pooledCustomers.heldBy(receiver, record, context);
      },
      async after(before, input, context) {
        const receiver = await receiverOf(input, before.intentionProjectIds, context);
        const to = { staffId: receiver.id, departmentId: String(receiver.departmentId) };
        const from = { staffId: before.ownerId, departmentId: before.ownerDeptId };
        await changedHands(before, { action: 'transfer', from, to }, context);
        await moveOpportunities(before.id, to, context);
      },
    },
    unclaim,
    unassign,
    untransfer: {
      ...untransfer,
      async after(before, input, context) {
        await untransfer.after?.(before, input, context);
        const now = await context.records.findOne('customer', { id: before.id });
        const to = { staffId: String(now?.ownerId), departmentId: String(now?.ownerDeptId) };
        await moveOpportunities(before.id, to, context);
      },
    },
    return: {
      ...giveBack,
      check: (record, _, context) => refuseOpenBusiness(record.id, customerText('customer.giveBack'), context),
    },
    autoReturn: {
      check: (record, _, context) => refuseOpenBusiness(record.id, customerText('customer.takeBack'), context),
      async after(before, _, context) {
        const from = { staffId: before.ownerId, departmentId: before.ownerDeptId };
        const poolId = String(before.returnPoolId);
        const reason = '超过保护期，系统自动回收';
        await changedHands(before, { action: 'auto_return', from, to: nobody, poolId, reason }, context);
      },
    },
    freeze: {
      async check(record, input, { records }) {
        const batch = await records.findOne('handover_batch', { id: input.batchId });
        if (batch?.status !== 'open' || batch.fromStaffId !== record.ownerId) throw refuseCustomer('E_HANDOVER_MOVED');
      },
      // Who held him stays in the history until somebody else does.
      after: (_, input, { records }) => records.increase('handover_batch', String(input.batchId), 'totalCustomers', 1),
    },
    unfreeze: {
      set: async (record, _, context) => ({ ownerId: (await leaverOf(record, context)).staffId }),
      after: (before, _, context) => count(before, 'totalCustomers', -1, context),
    },
    redistribute: {
      async set(record, input, context) {
        const receiver = await receiverOf(input, record.intentionProjectIds, context);
        return pooledCustomers.heldBy(receiver, record, context);
      },
      async after(before, input, context) {
        const receiver = await receiverOf(input, before.intentionProjectIds, context);
        const to = { staffId: receiver.id, departmentId: String(receiver.departmentId) };
        await changedHands(before, { action: 'resign_assign', from: await leaverOf(before, context), to }, context);
        await count(before, 'assignedCustomers', 1, context);
        await moveOpportunities(before.id, to, context);
      },
    },
    redistributePool: {
      set: async (record, _, context) => ({
        poolId: (await poolFor(record.ownerDeptId, record.intentionProjectIds, context)).id,
      }),
      async after(before, _, context) {
        const { id: poolId } = await poolFor(before.ownerDeptId, before.intentionProjectIds, context);
        const from = await leaverOf(before, context);
        await count(before, 'pooledCustomers', 1, context);
        await changedHands(
          before,
          { action: 'resign_return', from, to: nobody, poolId, reason: '归属业务员离职' },
          context,
        );
      },
    },
    takeBack: {
      async check(record, _, { records }) {
        const live = await records.findOne('owner_record', { ...subject(record), endedAt: null });
        const isOfBatch = live?.action === 'resign_assign' || live?.action === 'resign_return';
        const isUntouched = record.lastFollowAt === null || String(record.lastFollowAt) < String(live?.startedAt);
        if (!isOfBatch || !isUntouched) throw refuseCustomer('E_HANDOVER_MOVED');
      },
      set: async (record, _, context) => ({ ownerDeptId: (await leaverOf(record, context)).departmentId }),
      async after(before, _, context) {
        const from = { staffId: before.ownerId, departmentId: before.ownerDeptId };
        const to = await leaverOf(before, context);
        await changedHands(before, { action: 'assign', from, to, reason: '撤销离职分配' }, context);
        await count(before, before.ownState === 'pooled' ? 'pooledCustomers' : 'assignedCustomers', -1, context);
        await moveOpportunities(before.id, to, context);
      },
    },
  }),
};

/** No step moves a customer who was merged into another, whatever state it goes from. */
function unmerged(rules: Readonly<Record<string, TransitionRules>>): Readonly<Record<string, TransitionRules>> {
  const guarded = Object.entries(rules).map(([key, rule]) => [
    key,
    {
      ...rule,
      async check(record: StoredRecord, input: Values, context: RuleContext) {
        await refuseMerged(record, context);
        await rule.check?.(record, input, context);
      },
    },
  ]);
  return Object.fromEntries(guarded);
}

/** Whom a record of ownership is about. */
const subject = ({ id }: StoredRecord) => ({ subjectType: 'customer', subjectId: id }) as const;

function changedHands(
  record: StoredRecord,
  change: Omit<OwnerChange, 'subjectType' | 'subjectId'>,
  context: RuleContext,
): Promise<void> {
  return recordOwnerChange({ ...subject(record), ...change }, context);
}

/** Whoever left a customer that is, or was, handed over. */
async function leaverOf(record: StoredRecord, { records }: RuleContext) {
  const batch = await records.findOne('handover_batch', { id: record.handoverBatchId });
  if (batch === undefined) throw refuseCustomer('E_HANDOVER_MOVED');
  return { staffId: String(batch.fromStaffId), departmentId: String(batch.departmentId) };
}

/** Keeps what a batch counts true, in the transaction that moves one of its customers. */
function count(
  { handoverBatchId }: StoredRecord,
  key: 'totalCustomers' | 'assignedCustomers' | 'pooledCustomers',
  by: number,
  { records }: RuleContext,
): Promise<void> {
  return records.increase('handover_batch', String(handoverBatchId), key, by);
}

const openStages = ['contact', 'need', 'quote', 'negotiate'];

/** Open opportunities go along with their customer; closed ones stay with whoever closed them. */
async function moveOpportunities(
  customerId: string,
  to: { readonly staffId: string; readonly departmentId: string },
  { records }: RuleContext,
): Promise<void> {
  for (const { id } of await records.find('opportunity', { customerId, stage: openStages }))
    await records.update('opportunity', id, { ownerId: to.staffId, ownerDeptId: to.departmentId });
}
