import { dayStart } from '../../../engine/model/time/index.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { AssignmentRound, type Handed } from '../customer/index.ts';
import { openStatuses } from './statuses.ts';

/** Orders of a type: for whoever is at work; the load is the orders of that type that are not closed. */
function handedOrders(type: string): Handed {
  return {
    subject: type,
    atWork: { status: 'active' },
    bringsCustomer: false,
    today: (ids, { records, now }) =>
      records.tally(
        'work_order',
        'assigneeId',
        { assigneeId: ids, type },
        { key: 'assignedAt', moment: dayStart(now) },
      ),
    load: (ids, { records }) =>
      records.tally('work_order', 'assigneeId', { assigneeId: ids, type, status: [...openStatuses] }),
  };
}

/**
 * Hands a new order out by the rules for its type and the project of its order, as leads are: in the server's own name,
 * by the transition that people assign with. Where no rule covers it or nobody is left, it waits for whoever assigns.
 */
export async function assignByRule(id: string, order: Values, rules: RuleBook, context: RuleContext): Promise<void> {
  const records = new SqlRecordStore(context, { staffId: null, now: context.now });
  const inside = { ...context, caller: systemCaller, records };
  const round = new AssignmentRound(inside, 1, handedOrders(String(order.type)));
  const projectId = await projectOf(order, inside);
  const choice = await round.choose({ projectId }, notFor(order));
  if (choice === undefined) return;
  await round.settle();
  const input = { assigneeId: choice.receiver.id };
  await applySystemTransition({ entity: 'work_order', key: 'assign', id, input, rules }, inside);
  round.received(choice.receiver.id);
}

async function projectOf({ orderId }: Values, { records }: RuleContext): Promise<unknown> {
  if (typeof orderId !== 'string') return null;
  return (await records.findOne('sales_order', { id: orderId }))?.projectId ?? null;
}

/** Whom an order cannot go to: whom it is about, and whoever raised a complaint. */
function notFor({ type, liableStaffId, creatorId }: Values): ReadonlySet<unknown> {
  return new Set([liableStaffId, ...(type === 'complaint' ? [creatorId] : [])]);
}
