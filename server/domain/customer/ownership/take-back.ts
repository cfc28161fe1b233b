import { authorOf } from '../../../kernel/caller/caller.ts';
import type { RuleContext, TransitionRules } from '../../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../../kernel/operation/record-store.ts';
import { refuseCustomer } from '../errors/errors.ts';
import { nobody, type OwnerChange, receiverOf, recordOwnerChange } from './ownership.ts';
import type { Pooled } from './pool.ts';

/** How long a change of hands can be taken back: it is offered for ten seconds, and the call may wait for its turn. */
const takenBackWithinMs = 60_000;

/** Whether something is young enough to be taken back. */
export function isFresh(moment: unknown, { now }: Pick<RuleContext, 'now'>): boolean {
  return Date.parse(now) - Date.parse(String(moment)) <= takenBackWithinMs;
}

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
      return { poolId: last.poolId, ...(await earlier(pooled, record, last, context)) };
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
          ...(await earlier(pooled, record, last, context)),
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
  context: RuleContext,
): Promise<StoredRecord> {
  const { records, caller } = context;
  const live = await records.findOne('owner_record', { subjectType: entity, subjectId: record.id, endedAt: null });
  const isOwn = live?.action === action && live.operatorId === authorOf(caller);
  const isUntouched = async () =>
    !(await isWorkedWith([record.id], record.customerId ?? record.id, live?.startedAt, context));
  if (live === undefined || !isOwn || !isFresh(live.startedAt, context) || !(await isUntouched()))
    throw refuseCustomer('E_CUSTOMER_TAKE_BACK');
  return live;
}

/** Whether somebody followed up one of some rows, or called their customer, since a moment. */
export async function isWorkedWith(
  ids: readonly string[],
  customerId: unknown,
  since: unknown,
  { records }: RuleContext,
): Promise<boolean> {
  const later = { key: 'createdAt', moment: String(since) };
  return (
    (await records.count('follow_up', { bizId: ids }, later)) > 0 ||
    (await records.count('call_record', { customerId }, later)) > 0
  );
}

/** What a row said before it changed hands, worked out of who held it earlier. */
async function earlier(
  { entity, was }: Pooled,
  record: StoredRecord,
  last: StoredRecord,
  { records }: RuleContext,
): Promise<Values> {
  const found = await records.find('owner_record', { subjectType: entity, subjectId: record.id }, 20);
  const past = found
    .filter(({ id, startedAt }) => id !== last.id && startedAt !== last.startedAt)
    .sort((a, b) => String(b.startedAt).localeCompare(String(a.startedAt)));
  return was(past, record, last);
}

/** Nobody is sent to a row that is not his any more: what he was told and has not read is taken away. */
export async function withdrawNotice(
  { id }: Pick<StoredRecord, 'id'>,
  receiverId: unknown,
  { records }: RuleContext,
): Promise<void> {
  const [unread] = await records.find('notification', { receiverId, linkId: id, stage: '1' }, 1);
  if (unread !== undefined) await records.remove('notification', unread.id);
}
