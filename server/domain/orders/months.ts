import type { Message } from '../../../engine/model/texts/index.ts';
import { addDays, dayOf, daysOfMonths, yearAndMonthOf } from '../../../engine/model/time/index.ts';
import type { Place } from '../../kernel/errors/app-error.ts';
import type { DomainRules, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { orderText } from '../../texts/domain/order-text.ts';
import { refuseOrder } from './errors.ts';
import { bookedBetween, holdMonthsOpen, latestClosed, monthName } from './store.ts';

/** The first day of the month, in Asia/Shanghai, that a moment or a day lies in. */
export function monthOf(moment: string): string {
  return `${(moment.length === 10 ? moment : dayOf(moment)).slice(0, 7)}-01`;
}

/** The first day of the month after the one a first day names. */
export function monthAfter(first: string): string {
  const [year, month] = yearAndMonthOf(first);
  return addDays(daysOfMonths(year, month, 1).endDate, 1);
}

/** The moment at which the month of a moment began. */
export function monthStart(moment: string): string {
  return startOf(monthOf(moment));
}

function startOf(first: string): string {
  return new Date(`${first}T00:00:00+08:00`).toISOString();
}

/** A month as people write it, e.g. 2026 年 5 月. */
function words(first: string): Message {
  const [year, month] = yearAndMonthOf(first);
  return orderText('order.month', { year, month: month + 1 });
}

/** Refuses money dated in a closed month, and keeps the months from being closed until the transaction ends. */
export async function refuseClosedMonth(moment: unknown, context: RuleContext, place?: Place): Promise<void> {
  await holdMonthsOpen(context.db);
  const closed = await latestClosed(context.db);
  const month = monthOf(String(moment));
  if (closed === undefined || month > closed) return;
  throw refuseOrder('E_MONTH_CLOSED', { month: words(month), open: words(monthAfter(closed)) }, place);
}

const monthPlace = { pointer: '/month', title: orderText('order.monthClosed') };

/** Rules of closing a month: it is over, none before the latest is closed, and no payment in it waits. */
export const monthCloseRules: DomainRules = {
  entity: 'month_close',
  beforeCreate: closeMonth,
};

async function closeMonth(values: Values, context: RuleContext): Promise<Values> {
  const month = String(values.month);
  if (month >= monthOf(context.now)) throw refuseOrder('E_MONTH_RANGE', {}, monthPlace);
  // Nobody books money while a month is looked through.
  await context.records.hold(monthName);
  const closed = await latestClosed(context.db);
  if (closed !== undefined && month <= closed)
    throw refuseOrder('E_MONTH_CLOSED', { month: words(month), open: words(monthAfter(closed)) }, monthPlace);
  // What is not closed of earlier months closes along with this one.
  const since = closed === undefined ? '2000-01-01' : monthAfter(closed);
  const { pending } = await bookedBetween(context.db, startOf(since), startOf(monthAfter(month)));
  if (pending > 0) throw refuseOrder('E_MONTH_PENDING', { month: words(month), count: pending }, monthPlace);
  const { paymentTotal, paymentCount, reverseTotal } = await bookedBetween(
    context.db,
    startOf(month),
    startOf(monthAfter(month)),
  );
  return { paymentTotal, paymentCount, reverseTotal };
}
