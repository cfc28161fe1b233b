import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { type Answer, codeOf, type OrderCompany, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
let worker: JobWorker;
let clock: ScheduleClock;
beforeAll(async () => {
  company = await startOrderCompany();
  worker = startJobWorker(company.documents, company.database);
  const { platform, schedules } = worker;
  clock = new ScheduleClock({
    ...{ db: platform.db, jobs: platform.services.jobs, schedules },
    onFault: (error) => worker.faults.push(error),
  });
  await clock.look();
}, 60_000);
afterAll(async () => {
  await worker.close();
  expect(await brokenMoney(company.database)).toEqual([]);
  await company.close();
});

/** Runs a schedule as if it were due just now, to its end. */
async function run(key: string): Promise<void> {
  await company.database.rows("update schedule_state set due_at = now() - interval '1 minute' where key = $1", [key]);
  await clock.look();
  const open = "select 1 from background_job where status in ('pending', 'running')";
  await expect.poll(() => company.database.rows(open), { timeout: 30_000 }).toEqual([]);
  expect(worker.faults).toEqual([]);
}

const order = (id: string) => company.stored('sales_order', id);
const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);
const confirm = (id: string, by = 'finance') => act(by, '/v1/payment/confirm', { id });
const paid = async (orderId: string, amount: number) => {
  const id = await company.payment('sales', orderId, amount);
  expect(await confirm(id)).toMatchObject({ code: '0' });
  return id;
};
const ledger = async (orderId: string, roleKind = 'seller') =>
  (await company.records.find('performance_ledger', { orderId, roleKind })).map(({ amount }) => Number(amount));
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
/** What another person agrees to, that somebody asked for. */
const agreed = async (asked: Answer, by: string) => {
  const { id } = asked.data.asked as { readonly id: string };
  return act(by, '/v1/second/confirm', { id });
};

describe('what is printed of them', () => {
  type Fact = { readonly key: string; readonly value: unknown };
  type Sheet = {
    readonly number: string | null;
    readonly times: number;
    readonly sections: readonly { readonly facts?: readonly Fact[]; readonly table?: { readonly sums: unknown } }[];
  };
  const print = async (by: string, path: string, id: string) => {
    const answer = await act(by, path, { ids: [id] });
    const [sheet] = (answer.data.sheets ?? []) as readonly Sheet[];
    const facts = (sheet?.sections ?? []).flatMap((section) => section.facts ?? []);
    return { answer, sheet, printed: (name: string) => facts.find(({ key }) => key === name)?.value };
  };

  it('is a receipt of what has been confirmed, numbered, its amount in words; further ones keep the number', async () => {
    const path = '/v1/payment/print/receipt';
    const id = await company.payable();
    const waiting = await company.payment('sales', id, 1000);
    const early = await print('finance', path, waiting);
    expect([codeOf(early.answer), early.answer.message]).toEqual(['E_GUARD', expect.stringContaining('已确认的到款')]);
    const payment = await paid(id, 123_456);
    expect(codeOf((await print('sales', path, payment)).answer)).toBe('E_NO_PERMISSION');
    const { sheet, printed } = await print('finance', path, payment);
    expect(sheet).toMatchObject({ number: expect.stringMatching(/^SJ\d{4}000001$/), times: 1 });
    expect([printed('amount'), printed('words')]).toEqual([123_456, '壹仟贰佰叁拾肆元伍角陆分']);
    expect((await print('finance2', path, payment)).sheet).toMatchObject({ number: sheet?.number, times: 2 });
  });

  it('is a confirmation of an order that was approved, with its classes and their total, its phone number masked', async () => {
    const path = '/v1/sales/order/print/confirmation';
    const id = await company.order('sales', { receiverName: '王芳', receiverMobile: '13912345678' });
    expect(codeOf((await print('sales', path, id)).answer)).toBe('E_GUARD');
    await act('sales', '/v1/sales/order/submit', { id });
    expect(codeOf((await print('sales2', path, id)).answer)).toBe('E_NOT_FOUND');
    const { sheet, printed } = await print('sales', path, id);
    expect(sheet).toMatchObject({ number: null, times: 1 });
    expect(sheet?.sections.find(({ table }) => table !== undefined)?.table?.sums).toEqual([
      ...[null, null, null, null, 1, 1_000_000],
    ]);
    expect([printed('words'), printed('receiverMobile')]).toEqual(['壹万元整', '139****5678']);
  });
});

describe('registering a payment', () => {
  it('is for orders that wait for money alone, and at most what is open', async () => {
    const id = await company.order('sales');
    const early = await company.register('sales', id, 1000);
    expect([codeOf(early), early.message]).toEqual(['E_PAYMENT_STATE', '“草稿”的订单不能登记到款']);
    await act('sales', '/v1/sales/order/submit', { id });
    const over = await company.register('sales', id, 1_000_050);
    expect([codeOf(over), over.message]).toEqual([
      'E_PAYMENT_OVER',
      '到款金额超过应付金额：还可收 10000.00 元，多出 0.50 元',
    ]);
    expect(codeOf(await company.register('sales2', id, 1000))).toBe('E_INPUT_INVALID');
    await company.database.rows("update sales_order set refund_flag = 'applying' where id = $1", [id]);
    expect(codeOf(await company.register('sales', id, 1000))).toBe('E_PAYMENT_REFUND');
    await company.database.rows("update sales_order set refund_flag = 'none' where id = $1", [id]);
    expect(await company.records.count('payment', { orderId: id })).toBe(0);
  });

  it('asks for a proof, a trade number, who paid, a time that has been', async () => {
    const id = await company.payable();
    const fieldsOf = async (over: Record<string, unknown>, amount = 1000) =>
      JSON.stringify((await company.register('sales', id, amount, over)).data);
    expect(await fieldsOf({ proof: null })).toContain('/proof');
    expect(await fieldsOf({ channelTradeNo: null })).toContain('/channelTradeNo');
    expect(await fieldsOf({ payerName: '别人' })).toContain('/remark');
    expect(await fieldsOf({ paidAt: new Date(Date.now() + 3_600_000).toISOString() })).toContain('/paidAt');
    expect(await fieldsOf({}, 0)).toContain('/amount');
    expect(await fieldsOf({}, -5)).toContain('/amount');
    expect(await company.records.count('payment', { orderId: id })).toBe(0);
    expect((await company.register('sales', id, 1000, { payerName: '别人', remark: '父亲代付' })).code).toBe('0');
    expect((await company.register('sales', id, 1000, { method: 'cash', channelTradeNo: null })).code).toBe('0');
  });

  it('takes a trade number once, again where it was turned down, and a double click once', async () => {
    const id = await company.payable();
    const first = await company.payment('sales', id, 1000, { channelTradeNo: 'TWICE' });
    const again = await company.register('sales', id, 1000, { channelTradeNo: 'TWICE' });
    expect([again.code === '0', JSON.stringify(again.data)]).toEqual([
      false,
      expect.stringContaining('该交易流水号已登记'),
    ]);
    expect((await company.register('sales', id, 1000, { channelTradeNo: 'TWICE', method: 'pos' })).code).toBe('0');
    expect((await act('finance', '/v1/payment/reject', { id: first, rejectReason: '没有到账' })).code).toBe('0');
    expect(await company.stored('payment', first)).toMatchObject({ channelTradeNo: null, formerTradeNo: 'TWICE' });
    expect((await company.register('sales', id, 1000, { channelTradeNo: 'TWICE' })).code).toBe('0');
    const key = { 'idempotency-key': crypto.randomUUID() };
    const body = { orderId: id, amount: 500, method: 'cash', paidAt: '2026-01-01T00:00:00.000Z' };
    const proofless = await company.call('sales', '/v1/payment/create', { ...body }, key);
    expect(proofless.code).not.toBe('0');
    expect(codeOf((await company.call('sales', '/v1/payment/create', body)) as Answer)).toBe('E_KEY_REQUIRED');
  });

  it.each([
    ['status', 'confirmed'],
    ['confirmerId', '0190f0a0-0000-7000-8000-000000000001'],
    ['confirmedAt', '2026-01-01T00:00:00.000Z'],
    ['sellerId', '0190f0a0-0000-7000-8000-000000000001'],
    ['paymentNo', 'SK1'],
  ])('takes no %s from a client', async (key, value) => {
    const id = await company.payable();
    const answer = await company.register('sales', id, 1000, { [key]: value });
    if (answer.code === '0')
      expect(await company.stored('payment', String(answer.data.id))).toMatchObject({
        ...{ status: 'pending', confirmerId: null, confirmedAt: null, sellerId: company.ids.sales },
      });
    else expect(codeOf(answer)).toBe('E_INPUT_INVALID');
  });
});

describe('confirming a payment', () => {
  it('is done by somebody else, and the first brings all that follows', async () => {
    const customerId = await company.customer();
    const opportunityId = await company.records.insert('opportunity', {
      ...{ opportunityNo: 'SJ-O1', title: '全程班', customerId, projectId: company.ids.project, amount: 1_000_000 },
      ...{ probability: 70, stage: 'negotiate', ownerId: company.ids.sales, ownerDeptId: company.ids.group1 },
    });
    const shares = [
      { staffId: company.ids.sales, percent: 67 },
      { staffId: company.ids.group_leader, percent: 33 },
    ];
    const id = await company.payable({ customerId, opportunityId, shares });
    expect(await company.stored('opportunity', opportunityId)).toMatchObject({ orderId: id });
    const own = await company.payment('finance', id, 100_001);
    expect((await confirm(own)).message).toBe('登记人不能确认自己登记的到款');
    expect(codeOf(await confirm(own, 'sales'))).toBe('E_NO_PERMISSION');
    expect(codeOf(await confirm(own, 'finance2'))).toBe('0');
    expect(await order(id)).toMatchObject({ status: 'part_paid', paidTotal: 100_001, qualityStatus: 'pending' });
    expect(await company.stored('opportunity', opportunityId)).toMatchObject({ stage: 'won', probability: 100 });
    expect(await company.stored('customer', customerId)).toMatchObject({
      ...{ stage: 'deal', paidTotal: 100_001, orderCount: 1 },
    });
    expect(await company.records.find('study_service', { orderId: id })).toMatchObject([
      { status: 'pending', ownState: 'pooled', customerId },
    ]);
    expect(await company.records.find('qa_review', { orderId: id })).toMatchObject([
      { targetType: 'order', status: 'pending', staffId: company.ids.sales },
    ]);
    expect(await company.records.find('user_match', { orderId: id })).toMatchObject([{ status: 'pending' }]);
    // What rounding leaves goes to the first.
    expect((await ledger(id)).toSorted((a, b) => b - a)).toEqual([67_001, 33_000]);
    await paid(id, 899_999);
    expect(await order(id)).toMatchObject({ status: 'paid', paidTotal: 1_000_000 });
    expect(sum(await ledger(id))).toBe(1_000_000);
    expect(await company.records.count('study_service', { orderId: id })).toBe(1);
    expect(await company.records.count('user_match', { orderId: id })).toBe(1);
    expect(codeOf(await confirm(own, 'finance2'))).toBe('E_STATE');
  });

  it('matches the account that has the number of the customer, and tells of one that is another’s', async () => {
    const account = (mobile: unknown, customerId: string | null) =>
      company.records.insert('student', {
        ...{
          studentNo: `XY-${String(mobile)}`,
          mobile,
          customerId,
          realName: '学员',
          registeredAt: '2026-01-01T00:00:00.000Z',
        },
        ...{ studySeconds: 0, questionDone: 0, points: 0, status: 'active' },
      });
    const customerId = await company.customer();
    const student = await account((await company.stored('customer', customerId)).mobile, null);
    const id = await company.payable({ customerId });
    await paid(id, 1000);
    expect(await company.records.find('user_match', { orderId: id })).toMatchObject([
      { status: 'matched', matchBy: 'mobile', studentId: student },
    ]);
    expect(await order(id)).toMatchObject({ studentId: student, matchStatus: 'matched' });
    expect(await company.stored('student', student)).toMatchObject({ customerId });
    const other = await company.customer();
    const anothers = await account((await company.stored('customer', other)).mobile, customerId);
    const second = await company.payable({ customerId: other });
    await paid(second, 1000);
    const [match] = await company.records.find('user_match', { orderId: second }, 1);
    expect(match).toMatchObject({ status: 'conflict', candidateIds: [anothers] });
    const byHand = (studentId: string) => act('academic', '/v1/user/match/match', { id: match?.id, studentId });
    expect(codeOf(await byHand(anothers))).toBe('E_MATCH_OTHER');
    const free = await account('13511112222', null);
    expect((await byHand(free)).code).toBe('0');
    expect(await order(second)).toMatchObject({ studentId: free, matchStatus: 'matched' });
  });

  it('is exact where twenty people of finance confirm three payments of one order at once', async () => {
    const people: string[] = [];
    const like = await company.records.findOne('staff', { id: company.staff.finance });
    for (let at = 0; at < 20; at++) {
      await company.records.insert('staff', {
        ...{ account: `cashier${at}`, name: `出纳${at}`, mobile: `1371${String(1_000_000 + at)}` },
        ...{ passwordHash: like?.passwordHash, departmentId: like?.departmentId, roleIds: like?.roleIds },
        ...{ projectIds: like?.projectIds, firstLogin: false, receiveLeads: false, status: 'active' },
      });
      people.push(`cashier${at}`);
    }
    const id = await company.payable();
    // The third no longer fits: whichever comes last is refused.
    const payments = [
      await company.payment('sales', id, 500_000),
      await company.payment('sales', id, 300_000),
      await company.payment('sales', id, 400_000),
    ];
    await Promise.all(people.map((by) => company.token(by)));
    const answers = await Promise.all(people.flatMap((by) => payments.map((payment) => confirm(payment, by))));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(2);
    const refusals = new Set(answers.map(codeOf));
    expect([...refusals].toSorted()).toEqual(['0', 'E_PAYMENT_OVER', 'E_STATE']);
    const confirmed = await company.records.find('payment', { orderId: id, status: 'confirmed' });
    const total = sum(confirmed.map(({ amount }) => Number(amount)));
    expect(await order(id)).toMatchObject({ paidTotal: total });
    expect(sum(await ledger(id))).toBe(total);
    expect(await company.records.count('study_service', { orderId: id })).toBe(1);
  });
});

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
