import { authorOf } from '../../../kernel/caller/caller.ts';
import type { RuleContext, TransitionRules } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { nobody, type OwnerChange, receiverOf, recordOwnerChange } from './ownership.ts';
import type { Pooled } from './pool.ts';

/** How long a change of hands can be taken back: it is offered for ten seconds, and the call may wait for its turn. */
const takenBackWithinMs = 60_000;

/** How a change of hands is taken back by whoever made it, as long as nothing came of it. */
export function takeBackTransitions(pooled: Pooled) {
  const { entity, owner, department } = pooled;
  const holder = (record: StoredRecord) => ({ staffId: record[owner], departmentId: record[department] });
  const changed = (
    record: StoredRecord,
    change: Omit<OwnerChange, 'subjectType' | 'subjectId' | 'action' | 'from'>,
    context: RuleContext,
  ) =>
    recordOwnerChange(
      { subjectType: entity, subjectId: record.id, action: 'undo', from: holder(record), ...change },
      context,
    );

  /** Back into the pool it came from, at no cost to anybody: no cool-down, but the claim of the day stays counted. */
  const toPool = (action: 'claim' | 'assign'): TransitionRules => ({
    check: async (record, _, context) => void (await lastChange(pooled, record, action, context)),
    async set(record, _, context) {
      const last = await lastChange(pooled, record, action, context);
      return { poolId: last.poolId, ...(await heldSince(pooled, record, last, context)) };
    },
    async after(before, _, context) {
      const last = await lastChange(pooled, before, action, context);
      await changed(before, { to: nobody, poolId: String(last.poolId) }, context);
      await withdrawNotice(before, last.toStaffId, context);
    },
  });

  return {
    unclaim: toPool('claim'),
    unassign: toPool('assign'),
    untransfer: {
      check: async (record, _, context) => void (await lastChange(pooled, record, 'transfer', context)),
      async set(record, _, context) {
        const last = await lastChange(pooled, record, 'transfer', context);
        const former = await receiverOf({ staffId: last.fromStaffId }, pooled.projectsOf(record), context);
        return {
          [owner]: former.id,
          ...(await pooled.heldBy(former, record, context)),
          ...(await heldSince(pooled, record, last, context)),
        };
      },
      async after(before, _, context) {
        const last = await lastChange(pooled, before, 'transfer', context);
        const former = await receiverOf({ staffId: last.fromStaffId }, pooled.projectsOf(before), context);
        await changed(before, { to: { staffId: former.id, departmentId: String(former.departmentId) } }, context);
        await withdrawNotice(before, last.toStaffId, context);
      },
    },
  } as const satisfies Readonly<Record<string, TransitionRules>>;
}

/** The live record of who holds it, where it is the caller's own change of that kind, just made, and nobody worked with it since. */
async function lastChange(
  { entity }: Pooled,
  record: StoredRecord,
  action: 'claim' | 'assign' | 'transfer',
  { records, caller, now }: RuleContext,
): Promise<StoredRecord> {
  const live = await records.findOne('owner_record', { subjectType: entity, subjectId: record.id, endedAt: null });
  const startedAt = String(live?.startedAt);
  const isOwn = live?.action === action && live.operatorId === authorOf(caller);
  const isFresh = Date.parse(now) - Date.parse(startedAt) <= takenBackWithinMs;
  const since = { key: 'createdAt', moment: startedAt };
  const isUntouched = async () =>
    (await records.count('follow_up', { bizId: record.id }, since)) === 0 &&
    (await records.count('call_record', { customerId: record.customerId ?? record.id }, since)) === 0;
  if (live === undefined || !isOwn || !isFresh || !(await isUntouched())) throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  return live;
}

/** Since when whoever holds it again holds it, or held it last before it came into the pool. */
async function heldSince(
  { entity }: Pooled,
  record: StoredRecord,
  last: StoredRecord,
  { records }: RuleContext,
): Promise<Values> {
  if (entity !== 'customer') return {};
  const past = await records.find('owner_record', { subjectType: entity, subjectId: record.id }, 20);
  const before = past
    .filter(({ id, toStaffId, startedAt }) => id !== last.id && toStaffId !== null && startedAt !== last.startedAt)
    .sort((a, b) => String(b.startedAt).localeCompare(String(a.startedAt)))[0];
  return {
    assignedAt: before?.startedAt ?? null,
    claimedAt: before?.action === 'claim' ? before.startedAt : null,
  };
}

/** Nobody is sent to a row that is not his any more: what he was told and has not read is taken away. */
async function withdrawNotice({ id }: StoredRecord, receiverId: unknown, { records }: RuleContext): Promise<void> {
  const [unread] = await records.find('notification', { receiverId, linkId: id, stage: '1' }, 1);
  if (unread !== undefined) await records.remove('notification', unread.id);
}
