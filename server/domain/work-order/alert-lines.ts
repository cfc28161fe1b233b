import { isGranted } from '../../../engine/model/access/index.ts';
import { formatMessage, type Named } from '../../../engine/model/texts/index.ts';
import type { WireRecord } from '../../../engine/model/wire/index.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { queryRows } from '../../records/read/query.ts';
import { workOrderText } from '../../texts/domain/work-order-text.ts';
import { runningStatuses } from './statuses.ts';

const minuteMs = 60_000;
const tenMinutes = 10 * minuteMs;
/** Lines of one kind at most: they are counted on the screen, where “99+” says the rest. */
const maxLines = 100;

type Condition = { readonly field: string; readonly op: string; readonly value: unknown };

/** What is new for the caller and waits: his work orders and leads of ten minutes, and what he should have assigned by now. */
export async function tenMinuteLines(context: CallContext): Promise<readonly string[]> {
  const since = momentBefore(tenMinutes, context);
  const recent: Condition = { field: 'assignedAt', op: 'gte', value: since };
  const lines = await Promise.all([
    rowsOf('work_order', [mine, isIn('status', ['pending_accept']), recent], '-assignedAt', context),
    rowsOf('lead', [mine, isIn('status', ['assigned']), recent], '-assignedAt', context),
    isDispatcher(context)
      ? rowsOf(
          'work_order',
          [isIn('status', ['pending_assign']), { field: 'createdAt', op: 'lte', value: since }],
          'createdAt',
          context,
        )
      : [],
  ]);
  const [orders, leads, unassigned] = lines;
  return [
    ...orders.map((order) => {
      const due =
        typeof order.respondDue === 'string'
          ? workOrderText('workOrder.line.due', { clock: clock(order.respondDue) })
          : '';
      return formatMessage(
        workOrderText('workOrder.line.new', { kind: kindOf(order, context), no: String(order.woNo), due }),
      );
    }),
    ...leads.map((lead) =>
      formatMessage(workOrderText('workOrder.line.lead', { name: String(lead.name), minutes: minutesOf(lead) })),
    ),
    ...unassigned.map((order) =>
      formatMessage(
        workOrderText('workOrder.line.unassigned', { kind: kindOf(order, context), no: String(order.woNo) }),
      ),
    ),
  ];
}

/** Open work orders whose time is nearly or already up: the caller's own; those in his reach for who assigns them. */
export async function expiryLines(context: CallContext): Promise<readonly string[]> {
  const whose = isDispatcher(context) ? [] : [mine];
  const due: Condition = { field: 'nearDue', op: 'lte', value: context.now };
  const orders = await rowsOf('work_order', [...whose, isIn('status', runningStatuses), due], 'resolveDue', context);
  return orders.map(({ woNo, resolveDue }) => {
    const left = Math.trunc((Date.parse(String(resolveDue)) - Date.parse(context.now)) / minuteMs);
    return left >= 0
      ? formatMessage(workOrderText('workOrder.line.left', { no: String(woNo), left }))
      : formatMessage(workOrderText('workOrder.line.over', { no: String(woNo), over: -left }));
  });
}

const mine: Condition = { field: 'assigneeId', op: 'eq', value: '@me' };

function isIn(field: string, value: readonly string[]): Condition {
  return { field, op: 'in', value };
}

function isDispatcher({ caller }: CallContext): boolean {
  return isGranted(caller.grants, 'work_order:assign');
}

const fieldsOf = {
  work_order: ['woNo', 'type', 'respondDue', 'resolveDue'],
  lead: ['name', 'assignedAt', 'acceptDeadline'],
} as const;

/** Rows in the caller's reach that meet all conditions, first come first; none where he may not query them. */
async function rowsOf(
  entity: keyof typeof fieldsOf,
  and: readonly Condition[],
  order: string,
  context: CallContext,
): Promise<readonly WireRecord[]> {
  if (!isGranted(context.caller.grants, `${entity}:query`)) return [];
  const body = { where: { and }, fields: fieldsOf[entity], sort: [order], size: maxLines, count: 'none' };
  return (await queryRows(modelOf(context.documents, entity), body, { ...context, page: undefined })).list;
}

/** In how many minutes a lead shall be answered, as the rule it was assigned by says. */
function minutesOf({ assignedAt, acceptDeadline }: WireRecord): number {
  return Math.round((Date.parse(String(acceptDeadline)) - Date.parse(String(assignedAt))) / minuteMs);
}

function kindOf(order: WireRecord, { documents }: CallContext): Named | string {
  const values = documents.dictionaries.get('work_order_type')?.values ?? [];
  const value = values.find(({ key }) => key === order.type);
  return value === undefined ? '' : { ...value, name: value.key };
}

function momentBefore(milliseconds: number, { now }: CallContext): string {
  return new Date(Date.parse(now) - milliseconds).toISOString();
}

const shanghai = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'numeric',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** A moment as people here read it: month, day and time of day. */
function clock(moment: string): string {
  return shanghai.format(new Date(moment));
}
