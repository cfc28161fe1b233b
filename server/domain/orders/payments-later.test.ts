import { describe, expect, it } from 'vitest';
import { type Answer, codeOf } from './order-company.testing.ts';
import {
  act,
  clock,
  company,
  confirm,
  ledger,
  order,
  paid,
  startPaymentCompany,
  sum,
  worker,
} from './payment-company.testing.ts';

startPaymentCompany();

/** Runs a schedule as if it were due just now, to its end. */
async function run(key: string): Promise<void> {
  await company.database.rows("update schedule_state set due_at = now() - interval '1 minute' where key = $1", [key]);
  await clock.look();
  const open = "select 1 from background_job where status in ('pending', 'running')";
  await expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
  expect(worker.faults).toEqual([]);
}
/** What another person agrees to, that somebody asked for. */
const agreed = async (asked: Answer, by: string) => {
  const { id } = asked.data.asked as { readonly id: string };
  return act(by, '/v1/second/confirm', { id });
};

it('moves that the system makes are nobody’s to call, whatever his rights', async () => {
  const plans = [
    { dueOn: '2036-01-15', amount: 500_000 },
    { dueOn: '2036-02-15', amount: 500_000 },
  ];
  const id = await company.payable({ payMode: 'instalment', plans });
  const paymentId = await company.payment('sales', id, 1000);
  const [plan] = await company.records.find('payment_plan', { orderId: id }, 1);
  const reviewed = await company.order('sales', {
    ...{ discountReason: '试', items: [{ classTypeId: company.classTypes[0], discount: 60_000, quantity: 1 }] },
  });
  await act('sales', '/v1/sales/order/submit', { id: reviewed });
  const [review] = await company.records.find('order_review', { orderId: reviewed }, 1);
  const paidAt = new Date(Date.now() - 60_000).toISOString();
  for (const [path, body] of [
    ['/v1/sales/order/pay', { id, paymentId, amount: 1000, paidAt }],
    ['/v1/sales/order/approve', { id: reviewed, approverId: company.ids.admin }],
    ['/v1/sales/order/reject', { id: reviewed }],
    ['/v1/sales/order/withdraw', { id: reviewed }],
    ['/v1/sales/order/expire', { id }],
    ['/v1/payment/plan/fill', { id: plan?.id, part: 1000 }],
    ['/v1/payment/plan/cancel', { id: plan?.id }],
    ['/v1/order/review/drop', { id: review?.id }],
  ] as const)
    expect([path, codeOf(await act('admin', path, body))]).toEqual([path, 'E_WHO']);
});

describe('reversing a payment', () => {
  it('takes two people and this month, and takes everything back', async () => {
    const plans = [
      { dueOn: '2036-01-15', amount: 500_000 },
      { dueOn: '2036-02-15', amount: 500_000 },
    ];
    const id = await company.payable({ payMode: 'instalment', plans });
    const first = await paid(id, 600_000);
    const second = await paid(id, 400_000);
    const reverse = (payment: string) => act('finance', '/v1/payment/reverse', { id: payment, reverseReason: '记错' });
    const asked = await reverse(second);
    expect((await agreed(asked, 'finance')).code).not.toBe('0');
    expect((await agreed(asked, 'finance2')).code).not.toBe('0');
    expect(await order(id)).toMatchObject({ status: 'paid' });
    expect(await agreed(asked, 'manager')).toMatchObject({ code: '0' });
    expect(await order(id)).toMatchObject({ status: 'part_paid', paidTotal: 600_000, paidAt: null });
    expect(sum(await ledger(id))).toBe(600_000);
    expect((await agreed(await reverse(first), 'manager')).code).toBe('0');
    expect(await order(id)).toMatchObject({ status: 'pending_payment', paidTotal: 0, firstPaidAt: null });
    expect(sum(await ledger(id))).toBe(0);
    expect(await company.records.find('payment_plan', { orderId: id })).toMatchObject([
      { paidAmount: 0, status: 'pending' },
      { paidAmount: 0, status: 'pending' },
    ]);
    // The same money may be booked where it belongs.
    const tradeNo = String((await company.stored('payment', first)).formerTradeNo);
    expect((await company.register('sales', id, 600_000, { channelTradeNo: tradeNo })).code).toBe('0');
  });

  it('is refused of an earlier month, and where a refund came later', async () => {
    const id = await company.payable();
    const payment = await paid(id, 1000);
    await company.database.rows("update payment set paid_at = paid_at - interval '40 days' where id = $1", [payment]);
    const reverse = () => act('finance', '/v1/payment/reverse', { id: payment, reverseReason: '记错' });
    expect((await reverse()).message).toContain('只能冲正本月的到款');
    await company.database.rows("update payment set paid_at = paid_at + interval '40 days' where id = $1", [payment]);
    await company.database.rows("update sales_order set refund_flag = 'applying' where id = $1", [id]);
    expect((await reverse()).message).toContain('已有退费');
    await company.database.rows("update sales_order set refund_flag = 'none' where id = $1", [id]);
  });
});

describe('time', () => {
  it('cancels what nobody paid, warned before; not what waits to be confirmed', async () => {
    const [unpaid, entered] = [await company.payable(), await company.payable()];
    const payment = await company.payment('sales', entered, 1000);
    const due = (hours: number) =>
      company.database.rows('update sales_order set payment_deadline = now() + $1::interval where id = any($2)', [
        `${hours} hours`,
        [unpaid, entered],
      ]);
    await due(5);
    await run('sales_order.deadlineWarning');
    await run('sales_order.deadlineWarning');
    const notices = (title: string) => company.records.count('notification', { linkId: unpaid, title });
    expect(await notices('订单即将取消')).toBe(1);
    await due(-1);
    await run('sales_order.expire');
    expect(await order(unpaid)).toMatchObject({ status: 'cancelled' });
    expect(await order(entered)).toMatchObject({ status: 'pending_payment' });
    expect(await notices('订单已取消')).toBe(1);
    await confirm(payment);
    expect(await order(entered)).toMatchObject({ status: 'part_paid' });
    const cancel = await act('sales', '/v1/sales/order/cancel', { id: entered, cancelledReason: '不要了' });
    expect(cancel.code).not.toBe('0');
  });

  it('tells once of a period that is overdue, never of a draft', async () => {
    const plans = [
      { dueOn: '2036-01-15', amount: 500_000 },
      { dueOn: '2036-02-15', amount: 500_000 },
    ];
    const live = await company.payable({ payMode: 'instalment', plans });
    const draft = await company.order('sales', { payMode: 'instalment', plans });
    await company.database.rows(
      "update payment_plan set due_on = '2020-01-15' where period_no = 1 and order_id = any($1)",
      [[live, draft]],
    );
    await run('payment_plan.due');
    await run('payment_plan.due');
    const of = (id: string, status: string) => company.records.count('payment_plan', { orderId: id, status });
    expect([await of(live, 'overdue'), await of(draft, 'overdue')]).toEqual([1, 0]);
    expect(await company.records.count('notification', { linkId: live, title: '分期付款逾期' })).toBe(1);
    await paid(live, 500_000);
    expect([await of(live, 'overdue'), await of(live, 'paid')]).toEqual([0, 1]);
  });

  it('closes a month: what is dated in it is refused with the month that is open', async () => {
    const id = await company.payable();
    const month = (ago: number) => {
      const now = new Date(Date.now() + 8 * 3_600_000);
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10);
    };
    const close = (first: string, by = 'finance') => act(by, '/v1/month/close/create', { month: first });
    const dated = (first: string) => ({ paidAt: `${first.slice(0, 8)}10T02:00:00.000Z` });
    const waiting = await company.payment('sales', id, 1000, dated(month(1)));
    expect(codeOf(await close(month(1), 'sales'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await close(month(0)))).toBe('E_MONTH_RANGE');
    expect(codeOf(await close(`${month(1).slice(0, 8)}02`))).toBe('E_MONTH_RANGE');
    expect(codeOf(await close(month(1)))).toBe('E_MONTH_PENDING');
    expect((await confirm(waiting)).code).toBe('0');
    const closed = await close(month(1));
    expect(closed).toMatchObject({ code: '0' });
    expect(await company.stored('month_close', String(closed.data.id))).toMatchObject({
      ...{ paymentTotal: 1000, paymentCount: 1, reverseTotal: 0 },
    });
    expect(codeOf(await close(month(1)))).toBe('E_MONTH_CLOSED');
    expect(codeOf(await close(month(2)))).toBe('E_MONTH_CLOSED');
    const late = await company.register('sales', id, 1000, dated(month(1)));
    expect([codeOf(late), late.message]).toEqual([
      'E_MONTH_CLOSED',
      expect.stringMatching(/已月结，款项与更正请记在 \d{4} 年 \d{1,2} 月/),
    ]);
    // Entered before, confirmed after: refused all the same.
    const entered = await company.payment('sales', id, 1000);
    await company.records.update('payment', entered, dated(month(1)));
    expect(codeOf(await confirm(entered))).toBe('E_MONTH_CLOSED');
  });
});
