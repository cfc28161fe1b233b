import { refuse } from '../../kernel/errors/app-error.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { RuleBook, RuleContext } from '../../kernel/operation/domain-rules.ts';
import type { StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import type { Piece, Schedule } from '../../kernel/operation/schedule.ts';
import { PayoutRefused } from '../../kernel/services/payout-service.ts';
import { applySystemTransition } from '../../operations/transition/apply-system-transition.ts';
import { numbersFor } from '../../records/change/write-row.ts';
import { refuseOrder } from './errors.ts';
import { nextPayout, openPayments } from './store.ts';

/** Milliseconds the channel may take over one payout. */
const patience = 5000;
/** Attempts at a payout before somebody has to look at it: about half an hour. */
const maxAttempts = 8;
const firstRetry = 15_000;

/** Divides what was agreed to over the payments of the order, the latest first, none beyond what is left of it. */
export async function allotPayouts(refund: StoredRecord, context: RuleContext): Promise<void> {
  const order = await context.records.lockOne('sales_order', String(refund.orderId));
  if (order === undefined) throw refuse('E_NOT_FOUND');
  let left = Number(refund.approvedAmount);
  for (const { id, method, open } of await openPayments(context.db, order.id)) {
    const amount = Math.min(left, open);
    if (amount <= 0) continue;
    left -= amount;
    await context.records.insert('refund_payout', {
      ...(await numbersFor(modelOf(context.documents, 'refund_payout'), context)),
      ...{ refundId: refund.id, paymentId: id, method, amount, status: 'pending', attempts: 0 },
    });
  }
  if (left > 0) throw refuseOrder('E_REFUND_CEILING');
}

/**
 * Pays out what is due, one payout a piece: the channel is told its key, so that whoever dies between being paid and
 * noting it asks again and is answered the same. What is over is noted with the refund in the same transaction.
 */
export function payoutSchedule(rules: RuleBook): Schedule {
  return {
    key: 'refund.payouts',
    title: '退费打款',
    entity: 'refund',
    timing: { every: 10_000 },
    async piece(from, context): Promise<Piece> {
      const due = await nextPayout(context.db, from, context.now);
      if (due === undefined) return { done: 0, next: null };
      // The refund first, as whoever retries or rejects it holds it before its payouts.
      const refund = await context.records.lockOne('refund', due.refundId, { status: 'paying' });
      const payout = await context.records.lockOne('refund_payout', due.id, { status: 'pending' });
      if (refund === undefined || payout === undefined) return { done: 0, next: due.id };
      await payOut(payout, refund, rules, context);
      await settle(refund, rules, context);
      return { done: 1, next: due.id };
    },
  };
}

async function payOut(
  payout: StoredRecord,
  refund: StoredRecord,
  rules: RuleBook,
  context: RuleContext,
): Promise<void> {
  const payment = await context.records.findOne('payment', { id: payout.paymentId });
  const move = (key: string, input: Values) =>
    byServer({ entity: 'refund_payout', key, id: payout.id, input, rules }, context);
  try {
    const { tradeNo } = await context.services.payouts.pay(
      {
        ...{ key: payout.id, method: String(payout.method), amount: Number(payout.amount) },
        originalTradeNo: textOf(payment?.channelTradeNo),
        ...{ payeeName: String(refund.payeeName), payeeAccount: String(refund.payeeAccount) },
        payeeBank: textOf(refund.payeeBank),
      },
      AbortSignal.timeout(patience),
    );
    await move('done', { tradeNo });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error.message.slice(0, 200);
    const attempts = Number(payout.attempts) + 1;
    if (error instanceof PayoutRefused || attempts >= maxAttempts) return move('fail', { error: reason });
    const retryAt = new Date(Date.parse(context.now) + firstRetry * 2 ** (attempts - 1)).toISOString();
    await move('wait', { error: reason, retryAt });
  }
}

/** Notes with a refund what became of it, once none of its payouts waits any more. */
async function settle({ id }: StoredRecord, rules: RuleBook, context: RuleContext): Promise<void> {
  const payouts = await context.records.find('refund_payout', { refundId: id });
  if (payouts.some(({ status }) => status === 'pending')) return;
  const failed = payouts.find(({ status }) => status === 'failed');
  const key = failed === undefined ? 'paid' : 'payFail';
  const input = failed === undefined ? {} : { failReason: failed.error };
  await byServer({ entity: 'refund', key, id, input, rules }, context);
}

async function byServer(move: Parameters<typeof applySystemTransition>[0], context: RuleContext): Promise<void> {
  await context.records.bySystem(() => applySystemTransition(move, context));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
