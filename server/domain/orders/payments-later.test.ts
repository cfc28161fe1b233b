import { describe, expect, it } from 'vitest';
import { type Answer, codeOf, placedOf } from './order-company.testing.ts';
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
    const refunded = (cents: number) =>
      company.database.rows("update sales_order set refund_flag = 'none', refunded_total = $1 where id = $2", [
        cents,
        id,
      ]);
    await refunded(100);
    expect((await reverse()).message).toContain('已有退费');
    await refunded(0);
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

  it('ends an order whose service has come to its end, once all is paid; until when it is served its service says', async () => {
    const plans = [
      { dueOn: '2036-01-15', amount: 500_000 },
      { dueOn: '2036-02-15', amount: 500_000 },
    ];
    const over = await company.paid(1_000_000);
    const served = await company.paid(1_000_000);
    const owing = await company.paid(500_000, { payMode: 'instalment', plans });
    const { rows } = company.database;
    for (const id of [over, served, owing]) {
      await company.records.update('sales_order', id, { matchStatus: 'matched' });
      expect(await act('academic', '/v1/sales/order/start/service', { id })).toMatchObject({ code: '0' });
    }
    await rows("update study_service set status = 'finished' where order_id = any($1)", [[over, owing]]);
    await run('sales_order.finish');
    const statuses = await Promise.all([over, served, owing].map(async (id) => (await order(id)).status));
    expect(statuses).toEqual(['finished', 'in_service', 'in_service']);
    const [service] = await company.records.find('study_service', { orderId: served });
    expect(await order(served)).toMatchObject({ serviceEndOn: service?.serviceEndOn });
    const view = await act('sales', '/v1/sales/order/view', { id: served, fields: ['nextStep'] });
    expect(view.data).toMatchObject({ nextStep: '服务到期后完结' });
    // What is still owed is taken, and then it ends as well.
    await paid(owing, 500_000);
    await run('sales_order.finish');
    expect(await order(owing)).toMatchObject({ status: 'finished' });
  });

  it('changes nothing of whose an order is: of the department, the channel and the promoter of when it was submitted', async () => {
    const { database, ids, records } = company;
    const customerId = await company.customer({ promoterId: ids.promoter });
    const id = await company.order('sales', { customerId });
    const channelId = await records.insert('channel', { code: 'fair', name: '展会', kind: 'sem', enabled: true });
    const change = async (departmentId: unknown, promoterId: unknown) => {
      await database.rows('update staff set department_id = $1 where id = $2', [departmentId, ids.sales]);
      await database.rows('update customer set promoter_id = $1, channel_id = $2 where id = $3', [
        ...[promoterId, promoterId === null ? ids.channel : channelId, customerId],
      ]);
    };
    await change(ids.division, ids.sales3);
    expect((await act('sales', '/v1/sales/order/submit', { id })).code).toBe('0');
    const kept = { sellerDeptId: ids.division, channelId, promoterId: ids.sales3 };
    expect(await order(id)).toMatchObject(kept);
    // Whoever moves later, or is another's customer then, changes nothing of it: neither the money that comes.
    await change(ids.group1, null);
    const payment = await company.payment('sales', id, 1000);
    expect((await confirm(payment)).code).toBe('0');
    expect(await order(id)).toMatchObject(kept);
    const entries = await records.find('performance_ledger', { paymentId: payment, roleKind: 'seller' });
    expect(entries).toMatchObject([{ departmentId: ids.division, channelId }]);
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
    expect(placedOf(await close(month(0)))).toEqual(['E_MONTH_RANGE', '/month']);
    const second = await close(`${month(1).slice(0, 8)}02`);
    expect(Object(second.data.error).faults).toMatchObject([{ code: 'E_INPUT_TYPE', pointer: '/month' }]);
    expect(placedOf(await close(month(1)))).toEqual(['E_MONTH_PENDING', '/month']);
    expect((await confirm(waiting)).code).toBe('0');
    const closed = await close(month(1));
    expect(closed).toMatchObject({ code: '0' });
    expect(await company.stored('month_close', String(closed.data.id))).toMatchObject({
      ...{ paymentTotal: 1000, paymentCount: 1, reverseTotal: 0 },
    });
    expect(codeOf(await close(month(1)))).toBe('E_MONTH_CLOSED');
    expect(codeOf(await close(month(2)))).toBe('E_MONTH_CLOSED');
    const late = await company.register('sales', id, 1000, dated(month(1)));
    expect([...placedOf(late), late.message]).toEqual([
      ...['E_MONTH_CLOSED', '/paidAt'],
      expect.stringMatching(/已月结，款项与更正请记在 \d{4} 年 \d{1,2} 月/),
    ]);
    // Entered before, confirmed after: refused all the same.
    const entered = await company.payment('sales', id, 1000);
    await company.records.update('payment', entered, dated(month(1)));
    expect(codeOf(await confirm(entered))).toBe('E_MONTH_CLOSED');
  });
});

describe('the plan of an order', () => {
  const plans = (...amounts: readonly number[]) =>
    amounts.map((amount, at) => ({ dueOn: `2036-0${at + 1}-15`, amount }));

  it.each([
    ['sums to what is payable', 'instalment', plans(500_000, 400_000), '分期金额合计必须等于应付金额'],
    ['has two periods at least', 'instalment', plans(1_000_000), '分期须有 2–12 期'],
    ['is two periods of a deposit', 'deposit', plans(400_000, 300_000, 300_000), '定金加尾款须正好两期'],
    ['is none of a whole payment', 'full', plans(500_000, 500_000), '全款的订单不用付款计划'],
  ])('%s', async (_, payMode, rows, message) => {
    const id = await company.order('sales', { payMode, plans: rows });
    expect((await act('sales', '/v1/sales/order/submit', { id })).message).toContain(message);
  });

  it('is due in its order', async () => {
    const rows = [
      { dueOn: '2036-02-15', amount: 500_000 },
      { dueOn: '2036-01-15', amount: 500_000 },
    ];
    const id = await company.order('sales', { payMode: 'instalment', plans: rows });
    expect(codeOf(await act('sales', '/v1/sales/order/submit', { id }))).toBe('E_ORDER_PLAN_DATES');
  });

  it('is filled from the first period on, and emptied from the last', async () => {
    const id = await company.payable({ payMode: 'instalment', plans: plans(500_000, 300_000, 200_000) });
    const periods = async () =>
      (await company.records.find('payment_plan', { orderId: id }))
        .toSorted((a, b) => Number(a.periodNo) - Number(b.periodNo))
        .map(({ paidAmount, status }) => `${paidAmount} ${status}`);
    const first = await company.payment('sales', id, 600_000);
    await act('finance', '/v1/payment/confirm', { id: first });
    expect(await periods()).toEqual(['500000 paid', '100000 partial', '0 pending']);
    const second = await company.payment('sales', id, 400_000);
    await act('finance', '/v1/payment/confirm', { id: second });
    expect(await periods()).toEqual(['500000 paid', '300000 paid', '200000 paid']);
    expect(await order(id)).toMatchObject({ status: 'paid', paidTotal: 1_000_000 });
    const asked = await act('finance', '/v1/payment/reverse', { id: second, reverseReason: '记错了订单' });
    expect(await agreed(asked, 'manager')).toMatchObject({ code: '0' });
    expect(await periods()).toEqual(['500000 paid', '100000 partial', '0 pending']);
  });

  it('is put off with a reason by two people, and stays before the next period', async () => {
    const id = await company.payable({ payMode: 'instalment', plans: plans(500_000, 500_000) });
    const [plan] = await company.records.find('payment_plan', { orderId: id, periodNo: 1 }, 1);
    const extend = (dueOn: string) =>
      act('sales', '/v1/payment/plan/extend', { id: plan?.id, dueOn, extendReason: '客户出差' });
    expect(codeOf(await extend('2036-02-15'))).toBe('E_ORDER_PLAN_NEXT');
    expect(codeOf(await extend('2036-01-01'))).toBe('E_GUARD');
    const asked = await extend('2036-02-01');
    expect(asked.data.asked).toBeDefined();
    const { id: request } = asked.data.asked as { readonly id: string };
    expect((await act('sales', '/v1/second/confirm', { id: request })).code).not.toBe('0');
    expect(await act('group_leader', '/v1/second/confirm', { id: request })).toMatchObject({ code: '0' });
    expect(await company.stored('payment_plan', String(plan?.id))).toMatchObject({ dueOn: '2036-02-01' });
  });
});
