import { formatMessage } from '../../../engine/model/texts/index.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { JoinedRow, RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { applyInsert } from '../../records/change/write-row.ts';
import { logChange } from '../../records/log/operation-log.ts';
import { workOrderText } from '../../texts/domain/work-order-text.ts';
import { openStatuses } from './statuses.ts';

const dayMs = 86_400_000;
const halfHourMs = 1_800_000;
/** Orders of one kind that somebody may have open at once, at most looked at. */
const most = 50;

/**
 * What is asked for a second time within a day, of the same kind for the same order (or customer where there is none),
 * joins the open one: what was written goes there as a comment, its handler is urged, and the asker is told so.
 */
export async function joinDuplicate(values: Values, context: RuleContext): Promise<JoinedRow | undefined> {
  const { records, caller, now, tell } = context;
  const { type, customerId, orderId = null } = values;
  if (typeof type !== 'string' || typeof customerId !== 'string') return undefined;
  // Two who ask at the same moment are looked at one after the other.
  await records.hold(`work_order ${type} ${String(orderId ?? customerId)}`);
  const since = Date.parse(now) - dayMs;
  const open = await records.find('work_order', { type, customerId, orderId, status: [...openStatuses] }, most);
  const known = open.find(
    (order) => Date.parse(String(order.createdAt)) >= since && order.liableStaffId !== caller.staffId,
  );
  if (known === undefined) return undefined;
  await comment(known, values, context);
  if (mayBeUrged(known, now)) {
    // The order says who may urge it; what comes in anew does, whoever wrote it down.
    const move = { entity: 'work_order', key: 'urge', input: {}, rules: noRules, id: known.id };
    await applySystemTransition(move, context);
  }
  tell?.({ title: formatMessage(workOrderText('workOrder.joined')), value: String(known.woNo) });
  const joined = await records.findOne('work_order', { id: known.id });
  return { id: known.id, version: joined?.version ?? known.version };
}

/** Urging has no rules of this area. */
const noRules: RuleBook = new Map();

function mayBeUrged({ status, urgedAt }: StoredRecord, now: string): boolean {
  const isUrgeable = status !== 'pending_confirm';
  return isUrgeable && (typeof urgedAt !== 'string' || Date.parse(urgedAt) + halfHourMs < Date.parse(now));
}

async function comment(order: StoredRecord, { title, content, attachments }: Values, context: RuleContext) {
  const entity = modelOf(context.documents, 'work_order_log');
  const values = {
    workOrderId: order.id,
    content: `再次提出：${String(title)}\n${String(content)}`.slice(0, entity.fields.get('content')?.maxLength),
    ...(attachments === undefined ? {} : { attachments }),
  };
  const { id, stored } = await applyInsert(entity, values, {}, context, noRules);
  await logChange({ entity, id, action: 'create', title: '并入', after: stored }, context);
}
