import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { codeOf } from '../orders/order-company.testing.ts';
import { type ScheduleRunner, scheduleRunner } from '../orders/refund-driver.testing.ts';
import { receiver, type ShippingCompany, sending, startShippingCompany } from './shipping-company.testing.ts';
import { brokenStock } from './stock-invariants.testing.ts';

let company: ShippingCompany;
let worker: JobWorker;
let schedules: ScheduleRunner;
beforeAll(async () => {
  company = await startShippingCompany();
  worker = startJobWorker(company.documents, company.database);
  schedules = await scheduleRunner(company, worker);
}, 60_000);
afterAll(async () => {
  await worker.close();
  expect(worker.faults).toEqual([]);
  expect(await brokenStock(company.database)).toEqual([]);
  await company.close();
});

type Input = Record<string, unknown>;
const move = (by: string, key: string, id: string, input: Input = {}) => company.move(by, key, id, input);
const ok = (key: string, id: string, input: Input = {}) => company.moved(key, id, input);
const shipment = (id: string) => company.stored('shipment', id);
const order = (id: string) => company.stored('sales_order', id);
const shipmentsOf = (orderId: string) => company.records.find('shipment', { orderId });
const sent = async () => {
  const made = await company.waiting(3);
  await ok('pick', made.id);
  await ok('ship', made.id, sending());
  return made;
};

describe('shipping', () => {
  it('takes the books out of the stock once, with where they are', async () => {
    const { book, orderId, id } = await company.waiting(3);
    const both = await Promise.all([
      move('logistics', 'ship', id, sending()),
      move('logistics2', 'ship', id, sending()),
    ]);
    expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await company.stock(book)).toEqual({ onHand: 2, locked: 0 });
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'shipped' });
    await ok('transit', id, { place: '杭州转运中心' });
    await ok('sign', id);
    const { traces, status } = await shipment(id);
    expect(status).toBe('signed');
    expect(traces).toMatchObject([
      { text: expect.stringMatching(/^已发货：顺丰/) },
      { text: '杭州转运中心' },
      { text: '已签收' },
    ]);
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'signed' });
  });

  it('has no change of where to afterwards', async () => {
    const { id } = await sent();
    const { version } = await shipment(id);
    expect((await move('logistics', 'modify', id, { version, receiverAddress: '别处' })).code).not.toBe('0');
    expect(await shipment(id)).toMatchObject({ receiverAddress: receiver.receiverAddress });
  });

  it('needs a number, of one shipment alone', async () => {
    const { id } = await company.waiting(2);
    const short = { courier: 'sf', trackingNo: '1' };
    for (const input of [{}, { courier: 'sf' }, short, { courier: 'none', trackingNo: 'SF999999' }])
      expect((await move('logistics', 'ship', id, input)).code).not.toBe('0');
    const other = await company.waiting(2);
    const number = sending();
    await ok('ship', id, number);
    expect(JSON.stringify(await move('logistics', 'ship', other.id, number))).toContain('运单号');
    expect(await shipment(other.id)).toMatchObject({ status: 'pending' });
    expect(await company.stock(other.book)).toEqual({ onHand: 2, locked: 1 });
  });

  it('goes in parts: what is missing goes later, with another shipment', async () => {
    const { classTypeId, book } = await company.classWith(1);
    const later = await company.textbook(0, { uses: [{ classTypeId, quantity: 1 }] });
    const orderId = await company.paidFor(classTypeId);
    const id = String((await shipmentsOf(orderId))[0]?.id);
    expect(await shipment(id)).toMatchObject({ stockReady: false, bookCount: 2 });
    expect(codeOf(await move('logistics', 'split', id, { laterIds: [] }))).toBe('E_INPUT_INVALID');
    for (const laterIds of [[book, later], [await company.textbook(1)]])
      expect(codeOf(await move('logistics', 'split', id, { laterIds }))).toBe('E_SHIPMENT_SPLIT');
    await ok('split', id, { laterIds: [later] });
    await ok('ship', id, sending());
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'partial' });
    const rest = (await shipmentsOf(orderId)).find((one) => one.id !== id);
    expect(rest).toMatchObject({ status: 'pending', stockReady: false, bookCount: 1, ...receiver });
    await company.act('logistics', '/v1/textbook/receive', { id: later, quantity: 2 });
    await ok('ship', String(rest?.id), sending());
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'shipped' });
    expect([await company.stock(book), await company.stock(later)]).toEqual([
      { onHand: 0, locked: 0 },
      { onHand: 1, locked: 0 },
    ]);
  });
});

describe('what comes back', () => {
  it('is in stock again where it is whole, once, and is sent again to where the order says now', async () => {
    const { book, orderId, id } = await sent();
    const both = await Promise.all(
      ['logistics', 'logistics2'].map((by) => move(by, 'return', id, { reason: '拒收', restocked: true })),
    );
    expect(both.filter(({ code }) => code === '0')).toHaveLength(1);
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 0 });
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'pending' });
    const { version } = await order(orderId);
    const moved = { id: orderId, version, receiverAddress: '新地址' };
    expect(await company.act('sales', '/v1/sales/order/modify', moved)).toMatchObject({ code: '0' });
    const twice = await Promise.all([move('logistics', 'resend', id), move('logistics2', 'resend', id)]);
    expect(twice.filter(({ code }) => code === '0')).toHaveLength(1);
    const again = await company.records.findOne('shipment', { originId: id });
    expect(again).toMatchObject({ status: 'pending', receiverAddress: '新地址', stockReady: true });
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 1 });
  });

  it('damaged is not, and lost neither', async () => {
    const [damaged, lost] = [await sent(), await sent()];
    await ok('return', damaged.id, { reason: '破损', restocked: false });
    await ok('lose', lost.id, { reason: '承运人确认丢失' });
    for (const { book } of [damaged, lost]) expect(await company.stock(book)).toEqual({ onHand: 2, locked: 0 });
    await ok('resend', lost.id);
    expect(await company.stock(lost.book)).toEqual({ onHand: 2, locked: 1 });
  });
});

describe('an order', () => {
  it('takes what waits along to a new receiver', async () => {
    const { orderId, id } = await company.waiting(2);
    const { version } = await order(orderId);
    const change = { id: orderId, version, receiverName: '王五', receiverMobile: '13900002222' };
    expect(await company.act('sales', '/v1/sales/order/modify', change)).toMatchObject({ code: '0' });
    expect(await shipment(id)).toMatchObject({ receiverName: '王五', receiverMobile: '13900002222' });
  });

  it('whose money moved to another order has nothing sent: what waits is cancelled and let go', async () => {
    const { book, classTypeId } = await company.classWith(5);
    const items = [{ classTypeId, discount: 0, quantity: 1 }];
    const plans = [60_000, 40_000].map((amount, at) => ({ dueOn: `2036-0${at + 1}-10`, amount }));
    const orderId = await company.paid(60_000, { items, payMode: 'instalment', plans });
    const out = await company.register('sales', orderId, -60_000, { method: 'transfer' });
    expect(await company.act('finance', '/v1/payment/confirm', { id: out.data.id })).toMatchObject({ code: '0' });
    expect(await order(orderId)).toMatchObject({ status: 'pending_payment', paidTotal: 0 });
    expect(await company.records.find('shipment', { orderId })).toMatchObject([
      { status: 'cancelled', reason: '款项转出' },
    ]);
    expect(await company.stock(book)).toEqual({ onHand: 5, locked: 0 });
  });

  it('that has ended has nothing to be sent again, whether it was cancelled or refunded', async () => {
    const { classTypeId } = await company.classWith(5);
    const lost = async (orderId: string) => {
      const id = String((await shipmentsOf(orderId))[0]?.id);
      await ok('pick', id);
      await ok('ship', id, sending());
      await ok('return', id, { reason: '拒收', restocked: true });
      expect(await order(orderId)).toMatchObject({ logisticsStatus: 'pending' });
    };
    const items = [{ classTypeId, discount: 0, quantity: 1 }];
    const plans = [60_000, 40_000].map((amount, at) => ({ dueOn: `2036-0${at + 1}-10`, amount }));
    const emptied = async () => {
      const id = await company.paid(60_000, { ...receiver, items, payMode: 'instalment', plans });
      await lost(id);
      const out = await company.register('sales', id, -60_000, { method: 'transfer' });
      expect(await company.act('finance', '/v1/payment/confirm', { id: out.data.id })).toMatchObject({ code: '0' });
      return id;
    };
    const [cancelled, lapsed] = [await emptied(), await emptied()];
    const cancel = { id: cancelled, cancelledReason: '客户放弃' };
    expect(await company.act('sales', '/v1/sales/order/cancel', cancel)).toMatchObject({ code: '0' });
    await company.database.rows("update sales_order set payment_deadline = now() - interval '1 hour' where id = $1", [
      lapsed,
    ]);
    await schedules.run('sales_order.expire');
    for (const id of [cancelled, lapsed])
      expect(await order(id)).toMatchObject({ status: 'cancelled', logisticsStatus: 'none' });

    const refunded = await company.paidFor(classTypeId);
    await lost(refunded);
    const refund = String((await company.refund(refunded, 100_000, { closeRights: true })).data.id);
    for (const [by, key] of [
      ['sales', 'submit'],
      ['group_leader', 'approve/leader'],
      ['manager', 'approve/manager'],
      ['finance', 'approve/finance'],
      ['finance2', 'pay'],
    ] as const)
      expect(await company.act(by, `/v1/refund/${key}`, { id: refund })).toMatchObject({ code: '0' });
    await schedules.run('refund.payouts');
    expect(await order(refunded)).toMatchObject({ status: 'refunded', logisticsStatus: 'none' });
  });

  it('under a refund has nothing sent; done, what waits is cancelled and let go, what was sent is kept of the money', async () => {
    const { classTypeId, book } = await company.classWith(5);
    const orderId = await company.paidFor(classTypeId);
    const first = String((await shipmentsOf(orderId))[0]?.id);
    await ok('ship', first, sending());
    const { orderNo } = await order(orderId);
    const more = { orderNo, items: [{ textbookId: book, quantity: 1 }] };
    const made = async () => String((await company.act('logistics', '/v1/shipment/create', more)).data.id);
    const lost = await made();
    await ok('ship', lost, sending());
    await ok('lose', lost, { reason: '快递丢失' });
    const second = await made();
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 1 });
    const refund = String((await company.refund(orderId, 40_000, { closeRights: true })).data.id);
    expect(await company.stored('refund', refund)).toMatchObject({ materialAmount: 5000, calcAmount: 95_000 });
    const step = async (by: string, key: string) =>
      expect(await company.act(by, `/v1/refund/${key}`, { id: refund })).toMatchObject({ code: '0' });
    await step('sales', 'submit');
    expect(codeOf(await move('logistics', 'pick', second))).toBe('E_SHIPMENT_REFUND');
    expect(codeOf(await move('logistics', 'ship', second, sending()))).toBe('E_SHIPMENT_REFUND');
    expect(codeOf(await move('logistics', 'resend', lost))).toBe('E_SHIPMENT_REFUND');
    expect(codeOf(await company.act('logistics', '/v1/shipment/create', more))).toBe('E_SHIPMENT_REFUND');
    await step('group_leader', 'approve/leader');
    await step('finance', 'approve/finance');
    await step('finance2', 'pay');
    await schedules.run('refund.payouts');
    expect(await company.stored('refund', refund)).toMatchObject({ status: 'done' });
    expect(await shipment(second)).toMatchObject({ status: 'cancelled', reason: '订单退费' });
    expect(await company.stock(book)).toEqual({ onHand: 3, locked: 0 });
    expect(await shipment(first)).toMatchObject({ status: 'shipped' });
  });
});

describe('whose shipments', () => {
  it('are seen: plain by logistics, covered by who sold, and by nobody else', async () => {
    const { id } = await company.waiting(1);
    const fields = ['receiverMobile', 'receiverAddress', 'shipmentNo'];
    const see = (by: string) => company.act(by, '/v1/shipment/view', { id, fields });
    expect((await see('logistics')).data).toMatchObject({
      receiverMobile: '13900001111',
      receiverAddress: receiver.receiverAddress,
    });
    const own = JSON.stringify((await see('sales')).data);
    expect(own).not.toContain('13900001111');
    expect(own).not.toContain('一号');
    expect(codeOf(await see('sales2'))).toBe('E_NOT_FOUND');
    expect(codeOf(await see('finance'))).toBe('E_NO_PERMISSION');
    const asked = { id, field: 'receiverMobile' };
    const told = await company.act('group_leader', '/v1/shipment/reveal', { ...asked, reason: '客户来电核对' });
    expect(JSON.stringify(told.data)).toContain('13900001111');
    expect((await company.act('group_leader', '/v1/shipment/reveal', asked)).code).not.toBe('0');
  });

  it('are moved by logistics alone', async () => {
    const { id } = await company.waiting(1);
    for (const by of ['sales', 'manager', 'academic', 'finance'])
      for (const key of ['pick', 'ship', 'cancel', 'split', 'modify'])
        expect(codeOf(await move(by, key, id, { ...sending(), reason: '没有' }))).toBe('E_NO_PERMISSION');
  });
});
