import { refuse } from '../../http/app-error.ts';
import type { DomainRules, RuleContext } from '../../operations/domain-rules.ts';
import type { StoredRecord, Values } from '../../operations/record-store.ts';
import { refuseCustomer } from './errors.ts';
import { mergeInto, refuseMerged } from './merge.ts';
import { openOrders } from './open-orders.ts';
import { openOwnerRecord, receiverOf, recordOwnerChange } from './ownership.ts';
import { addMainPhone, holdNumber, keepMainPhone, refuseTakenPhone } from './phones.ts';
import { checkClaim, checkHolding, poolFor, poolIdsOf, returnPoolId } from './pool.ts';

/** Rules of customers: one number one customer, one owner at a time, the limits of the pool. */
export const customerRules: DomainRules = {
  entity: 'customer',
  userAttributes: { poolIds: poolIdsOf },

  async beforeCreate(values, context) {
    if (typeof values.mobile === 'string') await takeNumber(values.mobile, undefined, context);
    const { staffId, departmentId } = context.caller;
    return {
      ownState: 'owned',
      ownerId: staffId,
      ownerDeptId: departmentId,
      poolId: null,
      returnPoolId: await returnPoolId(departmentId, values.intentionProjectIds, context),
      assignedAt: context.now,
    };
  },

  async afterCreate(id, values, context) {
    if (typeof values.mobile === 'string') await addMainPhone(id, values.mobile, context);
    const { staffId, departmentId } = context.caller;
    await openOwnerRecord(
      { customerId: id, action: 'assign', from: { staffId: null, departmentId: null }, to: { staffId, departmentId } },
      context,
    );
  },

  async beforeModify(record, changes, context) {
    await refuseMerged(record, context);
    if (typeof changes.mobile === 'string' && changes.mobile !== record.mobile)
      await takeNumber(changes.mobile, record.id, context);
    return {};
  },

  async afterModify(record, changes, context) {
    if (typeof changes.mobile === 'string') await keepMainPhone(record.id, changes.mobile, context);
  },

  actions: {
    async merge(record, input, context) {
      await refuseMerged(record, context);
      return mergeInto(record.id, String(input.otherId), context);
    },
  },

  transitions: {
    claim: {
      check: (record, _, context) => checkClaim(record, context),
      set: async (record, _, context) => ({
        returnPoolId: await returnPoolId(context.caller.departmentId, record.intentionProjectIds, context),
      }),
      async after(before, _, context) {
        const { staffId, departmentId } = context.caller;
        const from = { staffId: null, departmentId: null };
        await recordOwnerChange(
          {
            customerId: before.id,
            action: 'claim',
            from,
            to: { staffId, departmentId },
            poolId: String(before.poolId),
          },
          context,
        );
      },
      async outOfReach(id, context) {
        const live = await context.records.findOne('owner_record', {
          subjectType: 'customer',
          subjectId: id,
          endedAt: null,
        });
        const wasOpen = live?.action === 'claim' && (await poolIdsOf(context)).includes(String(live.poolId));
        if (!wasOpen) return;
        const owner = await context.records.findOne('staff', { id: live.toStaffId });
        throw refuseCustomer('E_CUSTOMER_CLAIMED', { owner: owner?.name ?? '' });
      },
    },
    assign: {
      async set(record, input, context) {
        const receiver = await receiverOf(input, record.intentionProjectIds, context);
        const pool = await context.records.findOne('pool', { id: record.poolId });
        await context.records.lock('staff', receiver.id);
        if (pool !== undefined) await checkHolding(receiver.id, String(receiver.name), pool, context);
        return heldBy(receiver, record.intentionProjectIds, context);
      },
      async after(before, input, context) {
        const receiver = await receiverOf(input, before.intentionProjectIds, context);
        const to = { staffId: receiver.id, departmentId: String(receiver.departmentId) };
        await recordOwnerChange(
          {
            customerId: before.id,
            action: 'assign',
            from: { staffId: null, departmentId: null },
            to,
            poolId: String(before.poolId),
          },
          context,
        );
      },
    },
    transfer: {
      async set(record, input, context) {
        const receiver = await receiverOf(input, record.intentionProjectIds, context);
        return heldBy(receiver, record.intentionProjectIds, context);
      },
      async after(before, input, context) {
        const receiver = await receiverOf(input, before.intentionProjectIds, context);
        const to = { staffId: receiver.id, departmentId: String(receiver.departmentId) };
        const from = { staffId: before.ownerId, departmentId: before.ownerDeptId };
        await recordOwnerChange({ customerId: before.id, action: 'transfer', from, to }, context);
        // Open opportunities go along; closed ones stay with whoever closed them.
        for (const opportunity of await context.records.find('opportunity', {
          customerId: before.id,
          ownerId: before.ownerId,
          stage: ['contact', 'need', 'quote', 'negotiate'],
        })) {
          await context.records.update('opportunity', opportunity.id, {
            ownerId: to.staffId,
            ownerDeptId: to.departmentId,
          });
        }
      },
    },
    return: {
      async set(record, _, context) {
        return { poolId: (await poolFor(record.ownerDeptId, record.intentionProjectIds, context)).id };
      },
      async after(before, input, context) {
        const pool = await poolFor(before.ownerDeptId, before.intentionProjectIds, context);
        const from = { staffId: before.ownerId, departmentId: before.ownerDeptId };
        const to = { staffId: null, departmentId: null };
        await recordOwnerChange(
          { customerId: before.id, action: 'return', from, to, poolId: pool.id, reason: input.reason },
          context,
        );
      },
    },
    autoReturn: {
      async check(record, _, { records }) {
        if ((await records.count('sales_order', { customerId: record.id, status: openOrders })) > 0)
          throw refuse('E_GUARD', { expected: '客户有未完结的订单，不回收' });
      },
      async after(before, _, context) {
        const from = { staffId: before.ownerId, departmentId: before.ownerDeptId };
        const to = { staffId: null, departmentId: null };
        const poolId = String(before.returnPoolId);
        const reason = '超过保护期，系统自动回收';
        await recordOwnerChange({ customerId: before.id, action: 'auto_return', from, to, poolId, reason }, context);
      },
    },
  },
};

/** What follows for a customer from who holds it. */
async function heldBy(receiver: StoredRecord, projectIds: unknown, context: RuleContext): Promise<Values> {
  const { departmentId } = receiver;
  return { ownerDeptId: departmentId, returnPoolId: await returnPoolId(departmentId, projectIds, context) };
}

/** Holds a number and refuses one that is known: of a customer, or of a lead that waits to become one. */
async function takeNumber(mobile: string, customerId: string | undefined, context: RuleContext): Promise<void> {
  await holdNumber(mobile, context);
  await refuseTakenPhone(mobile, customerId, context);
  const waiting = await context.records.count('lead', { mobile, status: 'valid' });
  const fault = { code: 'E_INPUT_DUPLICATE', pointer: '/mobile', title: '手机号' } as const;
  if (waiting > 0) throw refuseCustomer('E_CUSTOMER_LEAD_WAITING', {}, { faults: [fault] });
}
