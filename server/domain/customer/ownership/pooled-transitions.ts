import type { RuleContext, TransitionRules } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { checkClaim, checkHolding } from './claim-limits.ts';
import { nobody, type OwnerChange, receiverOf, recordOwnerChange } from './ownership.ts';
import { type Pooled, poolFor, poolIdsOf } from './pool.ts';

/** How rows leave their pool and come back to one: the same rules for whatever pools hold. */
export function pooledTransitions(pooled: Pooled) {
  const { entity } = pooled;
  const changed = (
    record: StoredRecord,
    change: Omit<OwnerChange, 'subjectType' | 'subjectId'>,
    context: RuleContext,
  ) => recordOwnerChange({ subjectType: entity, subjectId: record.id, ...change }, context);
  const receiver = (record: StoredRecord, input: Values, context: RuleContext) =>
    receiverOf(input, pooled.projectsOf(record), context);
  const holder = (record: StoredRecord) => ({
    staffId: record[pooled.owner],
    departmentId: record[pooled.department],
  });
  const poolAfter = (record: StoredRecord, context: RuleContext) =>
    poolFor(record[pooled.department], pooled.projectsOf(record), context, pooled.kind);

  const back = (action: 'return' | 'auto_return', reasonOf: (input: Values) => unknown): TransitionRules => ({
    set: async (record, _, context) => ({ poolId: (await poolAfter(record, context)).id }),
    async after(before, input, context) {
      const poolId = (await poolAfter(before, context)).id;
      await changed(before, { action, from: holder(before), to: nobody, poolId, reason: reasonOf(input) }, context);
    },
  });

  return {
    claim: {
      check: (record, _, context) => checkClaim(pooled, record, context),
      async set(record, _, context) {
        const { staffId } = context.caller;
        return pooled.heldBy(await receiver(record, { staffId }, context), record, context);
      },
      async after(before, _, context) {
        const { staffId, departmentId } = context.caller;
        const to = { staffId, departmentId };
        await changed(before, { action: 'claim', from: nobody, to, poolId: String(before.poolId) }, context);
      },
      async outsidePolicy(id, context) {
        const live = await context.records.findOne('owner_record', {
          subjectType: entity,
          subjectId: id,
          endedAt: null,
        });
        const wasOpen = live?.action === 'claim' && (await poolIdsOf(context)).includes(String(live.poolId));
        if (!wasOpen) return;
        const owner = await context.records.findOne('staff', { id: live.toStaffId });
        throw refuseCustomer('E_CUSTOMER_CLAIMED', { owner: owner?.name ?? '' }, { moved: true });
      },
    },
    assign: {
      async set(record, input, context) {
        const to = await receiver(record, input, context);
        const pool = await context.records.findOne('pool', { id: record.poolId });
        await context.records.lock('staff', to.id);
        if (pool !== undefined) await checkHolding(pooled, to.id, String(to.name), pool, context);
        return pooled.heldBy(to, record, context);
      },
      async after(before, input, context) {
        const staff = await receiver(before, input, context);
        const to = { staffId: staff.id, departmentId: String(staff.departmentId) };
        await changed(before, { action: 'assign', from: nobody, to, poolId: String(before.poolId) }, context);
      },
    },
    return: back('return', (input) => input.reason),
    autoReturn: back('auto_return', () => '超过期限，系统自动回收'),
  } as const satisfies Readonly<Record<string, TransitionRules>>;
}
