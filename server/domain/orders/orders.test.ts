import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '../../../engine/model/time/index.ts';
import { brokenMoney } from './money-invariants.testing.ts';
import { codeOf, type OrderCompany, placedOf, startOrderCompany } from './order-company.testing.ts';

let company: OrderCompany;
beforeAll(async () => {
  company = await startOrderCompany();
}, 60_000);
afterAll(async () => {
  expect(await brokenMoney(company.database)).toEqual([]);
  await company.close();
});

const order = (id: string) => company.stored('sales_order', id);
const item = (discount: number, over = {}) => ({ classTypeId: company.classTypes[0], discount, quantity: 1, ...over });
const act = (by: string, path: string, body: Record<string, unknown>) => company.act(by, path, body);
const submit = (id: string, by = 'sales') => act(by, '/v1/sales/order/submit', { id });
const reviewOf = async (orderId: string) => {
  const [review] = await company.records.find('order_review', { orderId }, 1);
  if (review === undefined) throw new TypeError('no review');
  return review;
};
/** The discounts of the orders somebody approved himself. */
const givenBy = async (approverId: string | undefined) => {
  const orders = await company.records.find('sales_order', { approverId });
  return orders.reduce(
    (sum, { status, discountTotal }) => sum + (status === 'cancelled' ? 0 : Number(discountTotal)),
    0,
  );
};
/** An order with a discount and a reason. */
const discounted = (discount: number, over = {}) =>
  company.order('sales', { discountReason: '老学员', items: [item(discount)], ...over });

describe('the price of an order', () => {
  it('comes from its items, at the prices of the classes', async () => {
    const id = await company.order('sales', {
      discountReason: '团报',
      items: [item(10_000, { quantity: 2 }), { classTypeId: company.classTypes[1], discount: 5000, quantity: 1 }],
    });
    expect(await order(id)).toMatchObject({
      ...{ status: 'draft', listTotal: 2_400_000, discountTotal: 25_000, payableTotal: 2_375_000, version: 1 },
      ...{ sellerId: company.ids.sales, sellerDeptId: company.ids.group1, channelId: company.ids.channel },
    });
    expect(await company.records.find('order_item', { orderId: id, classTypeId: company.classTypes[0] })).toMatchObject(
      [{ listPrice: 1_000_000, floorPrice: 700_000, classTypeName: '班型A', discount: 10_000 }],
    );
  });

  it.each([
    ['listPrice', 1],
    ['floorPrice', 1],
    ['price', 1],
    ['amount', 1],
    ['totalUnits', 1],
    ['consumedUnits', 1],
  ])('does not take %s of an item from a client', async (key, value) => {
    const customerId = await company.customer();
    const { project: projectId } = company.ids;
    const body = { kind: 'new', customerId, projectId, payMode: 'full', items: [{ ...item(0), [key]: value }] };
    const answer = await act('sales', '/v1/sales/order/create', body);
    if (answer.code === '0') expect(await order(String(answer.data.id))).toMatchObject({ payableTotal: 1_000_000 });
    else expect(codeOf(answer)).toBe('E_INPUT_INVALID');
  });

  it('is refused without items, above the list price, below the floor, of what is not sold, for a customer of others', async () => {
    const customerId = await company.customer();
    const base = { kind: 'new', customerId, projectId: company.ids.project, payMode: 'full', discountReason: '试' };
    const create = (over: Record<string, unknown>, by = 'sales') =>
      act(by, '/v1/sales/order/create', { ...base, ...over });
    expect(codeOf(await create({ items: [] }))).toBe('E_INPUT_INVALID');
    expect(codeOf(await create({}))).toBe('E_INPUT_INVALID');
    expect(codeOf(await create({ items: [item(1_000_001)] }))).toBe('E_INPUT_INVALID');
    const low = await create({ items: [item(300_001)] });
    expect([...placedOf(low), low.message]).toEqual([
      ...['E_ORDER_FLOOR', '/items/0/discount', '成交价不能低于最低成交价：“班型A”最低 7000.00 元'],
    ]);
    expect(codeOf(await create({ items: [item(0)], customerId }, 'sales2'))).not.toBe('0');
    await company.database.rows("update class_type set status = 'off' where id = $1", [company.classTypes[1]]);
    const off = await create({ items: [item(0), { classTypeId: company.classTypes[1], discount: 0, quantity: 1 }] });
    expect(placedOf(off)).toEqual(['E_ORDER_CLASS_OFF', '/items/1/classTypeId']);
    await company.database.rows("update class_type set status = 'on' where id = $1", [company.classTypes[1]]);
    for (const [account, ownerId] of [
      ['group_leader', company.ids.group_leader],
      ['manager', company.ids.manager],
    ] as const) {
      await company.database.rows('update customer set owner_id = $1 where id = $2', [ownerId, customerId]);
      expect(codeOf(await create({ items: [item(300_001)] }, account))).toBe('E_ORDER_FLOOR');
    }
    // An administrator may go below it, with a reason; a director has to agree.
    await company.database.rows('update customer set owner_id = $1 where id = $2', [company.ids.admin, customerId]);
    expect(codeOf(await create({ items: [item(300_001)], discountReason: undefined }, 'admin'))).toBe('E_ORDER_FLOOR');
    const made = await create({ items: [item(300_001)] }, 'admin');
    expect(made.code).toBe('0');
    expect(codeOf(await submit(String(made.data.id), 'admin'))).toBe('0');
    expect(await reviewOf(String(made.data.id))).toMatchObject({ level: 'director', result: 'pending' });
  });

  it('is made once by a double click', async () => {
    const customerId = await company.customer();
    const { project: projectId } = company.ids;
    const body = { kind: 'new', customerId, projectId, payMode: 'full', items: [item(0)] };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const click = () => company.call<Record<string, unknown>>('sales', '/v1/sales/order/create', body, key);
    await Promise.all([click(), click()]);
    const [made, ...more] = await company.records.find('sales_order', { customerId });
    expect([more, await click()]).toMatchObject([[], { code: '0', data: { id: made?.id } }]);
  });

  it('is of each class once, more of it by its quantity, also where a draft is edited', async () => {
    const twice = [item(0), item(10_000)];
    const body = { kind: 'new', customerId: await company.customer(), projectId: company.ids.project, payMode: 'full' };
    const made = await act('sales', '/v1/sales/order/create', { ...body, discountReason: '试', items: twice });
    const once = { pointer: '/items/1/classTypeId', expected: '同一班型在订单里只写一行，多份改数量' };
    expect(made).toMatchObject({ code: '1', data: { error: { faults: [once] } } });
    expect(await company.records.count('sales_order', { customerId: body.customerId })).toBe(0);
    const id = await company.order('sales');
    const [first] = await company.records.find('order_item', { orderId: id });
    const items = [{ id: first?.id }, item(0)];
    const edited = await act('sales', '/v1/sales/order/modify', { id, version: 1, items });
    expect(edited).toMatchObject({ code: '1', data: { error: { faults: [once] } } });
    expect(await company.records.count('order_item', { orderId: id })).toBe(1);
  });

  it('is asked for again where the class has another price by now, or is not sold any more', async () => {
    const id = await company.order('sales', {
      items: [{ classTypeId: company.classTypes[1], discount: 0, quantity: 1 }],
    });
    const set = (price: number) =>
      company.database.rows('update class_type set list_price = $1 where id = $2', [price, company.classTypes[1]]);
    await set(450_000);
    const answer = await submit(id);
    expect([codeOf(answer), answer.message]).toEqual([
      'E_ORDER_PRICE',
      '班型“班型B”的价格已变更，标价 4500.00 元，请删去该行后重新选择',
    ]);
    await set(400_000);
    expect((await submit(id)).code).toBe('0');
  });

  it('is not submitted from a draft nobody touched for thirty days', async () => {
    const id = await company.order('sales');
    await company.database.rows("update sales_order set updated_at = now() - interval '31 days' where id = $1", [id]);
    expect((await submit(id)).message).toContain('草稿已超过 30 天');
  });
});

describe('the review of a discount', () => {
  it.each([
    [0, 'none'],
    [30_000, 'none'],
    [30_001, 'leader'],
    [60_000, 'leader'],
    [80_001, 'manager'],
    [150_001, 'director'],
  ])('of %d cents goes to level %s', async (discount, level) => {
    const id = await discounted(discount);
    expect((await submit(id)).code).toBe('0');
    const exempt = level === 'none';
    expect(await order(id)).toMatchObject({ status: exempt ? 'pending_payment' : 'pending_review' });
    expect(await reviewOf(id)).toMatchObject({ level, result: exempt ? 'exempt' : 'pending' });
  });

  it('is decided by somebody else whose own limit is enough', async () => {
    const id = await discounted(120_000);
    await submit(id);
    const { id: review } = await reviewOf(id);
    expect(codeOf(await act('sales', '/v1/order/review/approve', { id: review }))).toBe('E_NO_PERMISSION');
    const beyond = await act('group_leader', '/v1/order/review/approve', { id: review });
    expect([codeOf(beyond), beyond.message]).toEqual([
      'E_ORDER_LIMIT',
      '优惠 1200.00 元超出您的权限（800.00 元），须由经理审核',
    ]);
    expect(await order(id)).toMatchObject({ status: 'pending_review' });
    expect((await act('manager', '/v1/order/review/approve', { id: review })).code).toBe('0');
    const approved = await order(id);
    expect(approved).toMatchObject({ status: 'pending_payment', approverId: company.ids.manager });
    const hours = (Date.parse(String(approved.paymentDeadline)) - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    expect(await company.records.count('notification', { linkId: id, receiverId: company.ids.sales })).toBe(1);
  });

  it('is not decided by whoever submitted it, whatever his rights', async () => {
    const customerId = await company.customer({ ownerId: company.ids.manager, ownerDeptId: company.ids.division });
    const id = await company.order('manager', { customerId, discountReason: '试', items: [item(200_000)] });
    await submit(id, 'manager');
    const { id: review } = await reviewOf(id);
    for (const verb of ['approve', 'reject'])
      expect((await act('manager', `/v1/order/review/${verb}`, { id: review, comment: '看过' })).message).toBe(
        '不能审核自己提交的单据',
      );
  });

  it('is taken once by two who decide at the same moment', async () => {
    const id = await discounted(60_000);
    await submit(id);
    const { id: review } = await reviewOf(id);
    const answers = await Promise.all(
      ['group_leader', 'manager', 'admin', 'group_leader', 'manager'].map((by, at) =>
        act(by, `/v1/order/review/${at % 2 === 0 ? 'approve' : 'reject'}`, { id: review, comment: '定' }),
      ),
    );
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
  });

  it('is of what was submitted: an order that is another by now is not approved', async () => {
    const id = await discounted(60_000);
    await submit(id);
    const { id: review } = await reviewOf(id);
    await company.database.rows('update order_item set quantity = 2 where order_id = $1', [id]);
    const answer = await act('manager', '/v1/order/review/approve', { id: review });
    expect([codeOf(answer), answer.message]).toEqual(['E_ORDER_CHANGED', '订单已变更，请重新提交审核']);
    expect((await act('manager', '/v1/order/review/reject', { id: review, comment: '重提' })).code).toBe('0');
    await company.database.rows('update order_item set quantity = 1 where order_id = $1', [id]);
    expect(await order(id)).toMatchObject({ status: 'rejected' });
    expect((await submit(id)).code).toBe('0');
  });

  it('is withdrawn by who submitted it, and dropped with an order that is cancelled', async () => {
    const id = await discounted(60_000);
    await submit(id);
    const first = (await reviewOf(id)).id;
    expect((await act('group_leader', '/v1/order/review/withdraw', { id: first })).code).not.toBe('0');
    expect((await act('sales', '/v1/order/review/withdraw', { id: first })).code).toBe('0');
    expect(await order(id)).toMatchObject({ status: 'draft' });
    await submit(id);
    expect((await act('sales', '/v1/sales/order/cancel', { id, cancelledReason: '不买了' })).code).toBe('0');
    expect(await reviewOf(id)).toMatchObject({ result: 'withdrawn' });
    expect(await order(id)).toMatchObject({ status: 'cancelled', cancelledReason: '不买了' });
  });

  it('keeps to the quota of a month, also of two orders at the same moment', async () => {
    const policy = await company.records.insert('discount_policy', {
      ...{ name: '限额', targetType: 'staff', staffId: company.ids.sales, maxRate: 5, enabled: true },
    });
    await company.records.update('discount_policy', policy, {
      monthlyQuota: (await givenBy(company.ids.sales)) + 50_000,
    });
    const ids = [await discounted(40_000), await discounted(40_000), await discounted(40_000)];
    await Promise.all(ids.map((id) => submit(id)));
    const found = await Promise.all(ids.map(async (id) => (await order(id)).status));
    expect(found.toSorted()).toEqual(['pending_payment', 'pending_review', 'pending_review']);
    await company.records.update('discount_policy', policy, { enabled: false });
  });

  it.each([
    [60_000, ['group_leader']],
    [120_000, ['manager', 'manager2']],
    [150_001, ['admin']],
  ])(
    'of %d cents is told to whom it waits for, and to nobody where it waits for nobody',
    async (discount, accounts) => {
      const id = await discounted(discount);
      await submit(id);
      const told = async (of: string) => {
        const notices = await company.records.find('notification', { title: '订单待审核', linkEntity: 'sales_order' });
        const { orderNo } = await order(of);
        return notices
          .filter(({ content }) => String(content).includes(String(orderNo)))
          .map(({ receiverId }) => receiverId);
      };
      const people = await company.records.find('staff', { account: accounts });
      expect((await told(id)).toSorted()).toEqual(people.map((person) => person.id).toSorted());
      const exempt = await discounted(0);
      await submit(exempt);
      expect(await told(exempt)).toEqual([]);
    },
  );

  it('may be done by a deputy for the days somebody is away, who is told', async () => {
    const id = await discounted(120_000);
    await submit(id);
    const { id: review } = await reviewOf(id);
    const today = dayOf(Date.now());
    const deputy = await company.records.insert('review_deputy', {
      ...{ name: '出差', staffId: company.ids.manager, deputyId: company.ids.group_leader },
      ...{ validFrom: '2020-01-01', validTo: '2020-01-02', enabled: true },
    });
    expect(codeOf(await act('group_leader', '/v1/order/review/approve', { id: review }))).toBe('E_ORDER_LIMIT');
    const tomorrow = addDays(today, 2);
    await company.records.update('review_deputy', deputy, { validFrom: '2020-01-01', validTo: tomorrow });
    expect(today < tomorrow).toBe(true);
    const next = await discounted(120_000);
    await submit(next);
    const { orderNo } = await order(next);
    const told = await company.records.find('notification', { receiverId: company.ids.group_leader });
    expect(told.filter(({ content }) => String(content).includes(String(orderNo)))).toHaveLength(1);
    expect((await act('group_leader', '/v1/order/review/approve', { id: review })).code).toBe('0');
    expect(await company.stored('order_review', review)).toMatchObject({
      ...{ reviewerId: company.ids.group_leader, behalfOfId: company.ids.manager },
    });
    // What he gives counts to the month of whom he stands in for.
    const [policy] = await company.records.find('discount_policy', { name: 'manager' });
    const monthlyQuota = (await givenBy(company.ids.manager)) + 130_000;
    await company.records.update('discount_policy', String(policy?.id), { monthlyQuota });
    const late = await act('group_leader', '/v1/order/review/approve', { id: (await reviewOf(next)).id });
    expect(codeOf(late)).toBe('E_ORDER_LIMIT');
    await company.records.update('discount_policy', String(policy?.id), { monthlyQuota: null });
    // A director who is away has a deputy as well.
    const beyond = await discounted(160_000);
    await submit(beyond);
    const director = (await reviewOf(beyond)).id;
    expect(codeOf(await act('group_leader', '/v1/order/review/approve', { id: director }))).toBe('E_ORDER_LIMIT');
    await company.records.update('review_deputy', deputy, { staffId: company.ids.admin });
    expect((await act('group_leader', '/v1/order/review/approve', { id: director })).code).toBe('0');
    expect(await company.stored('order_review', director)).toMatchObject({ behalfOfId: company.ids.admin });
    await company.records.update('review_deputy', deputy, { enabled: false });
  });
});
