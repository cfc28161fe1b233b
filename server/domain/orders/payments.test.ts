import { describe, expect, it } from 'vitest';
import { type Answer, codeOf, placedOf } from './order-company.testing.ts';
import { act, company, confirm, ledger, order, paid, startPaymentCompany, sum } from './payment-company.testing.ts';

startPaymentCompany();

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
    expect([...placedOf(early), early.message]).toEqual(['E_PAYMENT_STATE', '/orderId', '“草稿”的订单不能登记到款']);
    await act('sales', '/v1/sales/order/submit', { id });
    const over = await company.register('sales', id, 1_000_050);
    expect([...placedOf(over), over.message]).toEqual([
      ...['E_PAYMENT_OVER', '/amount'],
      '到款金额超过应付金额：还可收 10000.00 元，多出 0.50 元',
    ]);
    expect(codeOf(await company.register('sales2', id, 1000))).toBe('E_INPUT_INVALID');
    await company.database.rows("update sales_order set refund_flag = 'applying' where id = $1", [id]);
    expect(placedOf(await company.register('sales', id, 1000))).toEqual(['E_PAYMENT_REFUND', '/orderId']);
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
    const proof = await company.proof('sales');
    const body = { orderId: id, amount: 500, method: 'cash', proof, paidAt: '2026-01-01T00:00:00.000Z' };
    const click = (key: Record<string, string>) =>
      company.call<Answer['data']>('sales', '/v1/payment/create', body, key);
    expect(await click({})).toMatchObject({ code: '1', data: { error: { code: 'E_KEY_REQUIRED' } } });
    const key = { 'idempotency-key': crypto.randomUUID() };
    await Promise.all([click(key), click(key)]);
    const [made, ...more] = await company.records.find('payment', { orderId: id, amount: 500 });
    expect([more, await click(key)]).toMatchObject([[], { code: '0', data: { id: made?.id } }]);
    const confirmations = { 'idempotency-key': crypto.randomUUID() };
    const twice = () => company.call('finance', '/v1/payment/confirm', { id: made?.id }, confirmations);
    await Promise.all([twice(), twice()]);
    expect(await order(id)).toMatchObject({ paidTotal: 500 });
    expect(await ledger(id)).toEqual([500]);
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

  it('of money that moves to another order takes no more than there is, and leaves nothing behind where all goes', async () => {
    const customerId = await company.customer();
    const id = await company.paid(100_000, { customerId });
    const transfer = (amount: number) => company.register('sales', id, amount, { method: 'transfer' });
    const over = await transfer(-100_001);
    expect([codeOf(over), over.message]).toEqual(['E_PAYMENT_UNDER', '转出的金额超过已付金额 1000.00 元']);
    const out = await transfer(-100_000);
    const again = await transfer(-1);
    expect(codeOf(await confirm(String(out.data.id)))).toBe('0');
    expect(codeOf(await confirm(String(again.data.id)))).toBe('E_PAYMENT_UNDER');
    expect(await order(id)).toMatchObject({ status: 'pending_payment', paidTotal: 0, firstPaidAt: null });
    expect(Date.parse(String((await order(id)).paymentDeadline))).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect(await company.stored('customer', customerId)).toMatchObject({ paidTotal: 0, orderCount: 0 });
    await paid(id, 100_000);
    expect(await company.stored('customer', customerId)).toMatchObject({ paidTotal: 100_000, orderCount: 1 });
    expect(await company.records.count('study_service', { orderId: id })).toBe(1);
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
    // Taken apart again by two people, with a reason; nothing learnt stays behind with the order.
    const apart = (input: object) => act('academic', '/v1/user/match/unmatch', { id: match?.id, ...input });
    expect((await apart({})).code).not.toBe('0');
    const asked = Object((await apart({ reason: '认错了人' })).data.asked).id;
    expect(await order(second)).toMatchObject({ studentId: free });
    expect((await act('academic', '/v1/second/confirm', { id: asked })).code).not.toBe('0');
    expect(await act('manager', '/v1/second/confirm', { id: asked })).toMatchObject({ code: '0' });
    expect(await order(second)).toMatchObject({ studentId: null, matchStatus: 'pending' });
    // Nobody has the number, one has the name: somebody is to look at him.
    const third = await company.customer({ name: '诸葛同名' });
    const alike = await account('13511113333', null);
    await company.database.rows("update student set real_name = '诸葛同名' where id = $1", [alike]);
    const named = await company.payable({ customerId: third });
    await paid(named, 1000);
    expect(await company.records.find('user_match', { orderId: named })).toMatchObject([
      { status: 'suggested', candidateIds: [alike], studentId: null },
    ]);
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
