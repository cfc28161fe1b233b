import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../orders/order-company.testing.ts';
import { receiver, type ShippingCompany, sending, startShippingCompany } from './shipping-company.testing.ts';
import { brokenStock } from './stock-invariants.testing.ts';

let company: ShippingCompany;
beforeAll(async () => {
  company = await startShippingCompany();
}, 60_000);
afterAll(async () => {
  expect(await brokenStock(company.database)).toEqual([]);
  await company.close();
});

type Input = Record<string, unknown>;
const move = (by: string, key: string, id: string, input: Input = {}) => company.move(by, key, id, input);
const ok = (key: string, id: string, input: Input = {}) => company.moved(key, id, input);
const shipment = (id: string) => company.stored('shipment', id);
const order = (id: string) => company.stored('sales_order', id);
const shipmentsOf = (orderId: string) => company.records.find('shipment', { orderId });

describe('a shipment arises', () => {
  it('of an order that is paid, with the textbooks of its classes, kept in stock', async () => {
    const { book, orderId, id } = await company.waiting(5);
    const { orderNo } = await order(orderId);
    expect(await shipment(id)).toMatchObject({
      ...receiver,
      orderNo,
      status: 'pending',
      stockReady: true,
      bookCount: 1,
    });
    expect(await company.stock(book)).toEqual({ onHand: 5, locked: 1 });
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'pending' });
  });

  it('once all is paid, or with the first instalment; once, and of what is in use alone', async () => {
    const { classTypeId } = await company.classWith(9);
    const items = [{ classTypeId, discount: 0, quantity: 2 }];
    const plans = [60_000, 140_000].map((amount, at) => ({ dueOn: `2036-0${at + 1}-10`, amount }));
    const deposit = await company.paid(60_000, { items, payMode: 'deposit', plans });
    expect(await shipmentsOf(deposit)).toEqual([]);
    const rest = await company.payment('sales', deposit, 140_000);
    await company.act('finance', '/v1/payment/confirm', { id: rest });
    expect(await shipmentsOf(deposit)).toMatchObject([{ bookCount: 2 }]);
    const parts = await company.paid(60_000, { items, payMode: 'instalment', plans });
    expect(await shipmentsOf(parts)).toHaveLength(1);
    await company.act('finance', '/v1/payment/confirm', { id: await company.payment('sales', parts, 140_000) });
    expect(await shipmentsOf(parts)).toHaveLength(1);
    const off = await company.classWith(1);
    await company.act('academic', '/v1/textbook/disable', { id: off.book });
    expect(await shipmentsOf(await company.paidFor(off.classTypeId))).toEqual([]);
  });

  it('without stock too, and says so', async () => {
    const { book, id } = await company.waiting(0);
    expect(await shipment(id)).toMatchObject({ stockReady: false });
    expect(await company.stock(book)).toEqual({ onHand: 0, locked: 0 });
    expect((await move('logistics', 'pick', id)).message).toContain('库存不足');
    expect(codeOf(await move('logistics', 'ship', id, sending()))).toBe('E_STOCK_SHORT');
    await company.act('logistics', '/v1/textbook/receive', { id: book, quantity: 1 });
    await ok('pick', id);
    expect(await company.stock(book)).toEqual({ onHand: 1, locked: 1 });
  });

  it('by hand, by the number of an order that is paid', async () => {
    const { book, orderId } = await company.waiting(4);
    const { orderNo } = await order(orderId);
    const body = { orderNo, items: [{ textbookId: book, quantity: 2 }] };
    expect(codeOf(await company.act('sales', '/v1/shipment/create', body))).toBe('E_NO_PERMISSION');
    const { data } = await company.act('logistics', '/v1/shipment/create', body);
    expect(await shipment(String(data.id))).toMatchObject({ ...receiver, orderId, stockReady: true, bookCount: 2 });
    expect(await company.stock(book)).toEqual({ onHand: 4, locked: 3 });
    const missing = await company.act('logistics', '/v1/shipment/create', { ...body, orderNo: 'DD1' });
    expect(JSON.stringify(missing.data)).toContain('/orderNo');
    const unpaid = await order(await company.payable());
    const refused = await company.act('logistics', '/v1/shipment/create', { ...body, orderNo: unpaid.orderNo });
    expect(codeOf(refused)).toBe('E_SHIPMENT_ORDER');
    expect(codeOf(await company.act('logistics', '/v1/shipment/create', { ...body, orderId }))).toBe('E_INPUT_INVALID');
  });
});

describe('picking', () => {
  it('of fifty at once for the last book is one, whoever picks', async () => {
    const { book, orderId, id: first } = await company.waiting(0);
    const { orderNo } = await order(orderId);
    const ids = [first];
    for (let at = 1; at < 50; at++) {
      const body = { orderNo, items: [{ textbookId: book, quantity: 1 }] };
      ids.push(String((await company.act('logistics', '/v1/shipment/create', body)).data.id));
    }
    await company.act('logistics', '/v1/textbook/receive', { id: book, quantity: 1 });
    const answers = await Promise.all(ids.map((id, at) => move(at % 2 === 0 ? 'logistics' : 'logistics2', 'pick', id)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'E_STOCK_SHORT')).toHaveLength(49);
    expect(await company.stock(book)).toEqual({ onHand: 1, locked: 1 });
    expect(await company.records.count('stock_ledger', { textbookId: book, reason: 'lock' })).toBe(1);
  }, 120_000);

  it('of one shipment fifty times at once is one', async () => {
    const { book, id } = await company.waiting(3);
    const answers = await Promise.all(Array.from({ length: 50 }, () => move('logistics', 'pick', id)));
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 1 });
  });

  it('needs to know where to', async () => {
    const { classTypeId } = await company.classWith(2);
    const [made] = await shipmentsOf(await company.paidFor(classTypeId, { receiverAddress: null }));
    const id = String(made?.id);
    expect((await move('logistics', 'pick', id)).message).toContain('请先补全收件人');
    expect((await move('logistics', 'ship', id, sending())).message).toContain('请先补全收件人');
    const { version } = await shipment(id);
    await ok('modify', id, { version, receiverAddress: '上海市一号' });
    await ok('pick', id);
  });

  it('keeps the stock while it is put back, and lets it go when it is cancelled', async () => {
    const { book, orderId, id } = await company.waiting(3);
    await ok('pick', id);
    await ok('unpick', id);
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 1 });
    expect((await move('logistics', 'cancel', id)).code).not.toBe('0');
    await ok('cancel', id, { reason: '学员不要' });
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 0 });
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'none' });
  });

  it('lets go no more than is kept: where the stock was changed behind its back, nothing is cancelled', async () => {
    const { book, id } = await company.waiting(3);
    const locked = (count: number) =>
      company.database.rows('update textbook set stock_locked = $1 where id = $2', [count, book]);
    await locked(0);
    expect(codeOf(await move('logistics', 'cancel', id, { reason: '学员不要' }))).toBe('E_SERVER');
    expect(await shipment(id)).toMatchObject({ status: 'pending', stockReady: true });
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 0 });
    await locked(1);
  });
});

describe('lines of a shipment that waits', () => {
  it('keep just what they say, however they are changed', async () => {
    const { book, id } = await company.waiting(5);
    const other = await company.textbook(1);
    const change = async (items: readonly Input[]) => {
      const { version } = await shipment(id);
      return move('logistics', 'modify', id, { version, items });
    };
    const [line] = await company.records.find('shipment_item', { shipmentId: id });
    const known = { id: line?.id };
    expect(codeOf(await change([{ ...known, textbookId: book, quantity: 4 }]))).toBe('0');
    expect(await company.stock(book)).toEqual({ onHand: 5, locked: 4 });
    expect(codeOf(await change([{ textbookId: other, quantity: 1 }]))).toBe('0');
    expect([await company.stock(book), await company.stock(other)]).toMatchObject([{ locked: 0 }, { locked: 1 }]);
    expect(codeOf(await change([{ textbookId: other, quantity: 2 }]))).toBe('0');
    expect(await company.stock(other)).toMatchObject({ onHand: 1, locked: 1 });
    expect(await shipment(id)).toMatchObject({ stockReady: false, bookCount: 2 });
    for (const items of [[], [{ textbookId: other, quantity: 0 }]]) expect((await change(items)).code).not.toBe('0');
    expect(codeOf(await change([{ textbookId: book, quantity: 1 }]))).toBe('0');
    await ok('pick', id);
    expect((await change([{ textbookId: book, quantity: 2 }])).code).not.toBe('0');
    expect(await company.stock(book)).toMatchObject({ locked: 1 });
  });

  it('go to another order by no door', async () => {
    const [one, other] = [await company.waiting(1), await company.waiting(1)];
    const { version } = await shipment(one.id);
    const { orderNo } = await order(other.orderId);
    expect((await move('logistics', 'modify', one.id, { version, orderNo })).message).toContain('不能换到另一张订单');
  });
});
