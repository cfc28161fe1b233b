import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CourierEvent, CourierProvider } from '../../kernel/services/courier-service.ts';
import { courierFolder, type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { codeOf } from '../orders/order-company.testing.ts';
import { type ScheduleRunner, scheduleRunner } from '../orders/refund-driver.testing.ts';
import { fileCouriers } from './file-couriers.ts';
import { receiver, type ShippingCompany, sending, startShippingCompany } from './shipping-company.testing.ts';
import { brokenStock } from './stock-invariants.testing.ts';

let company: ShippingCompany;
let worker: JobWorker;
let schedules: ScheduleRunner;
/** What happens while a courier is asked; he answers afterwards. */
let meanwhile: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  company = await startShippingCompany();
  const files = fileCouriers(courierFolder(company.database));
  const couriers: CourierProvider = {
    async track(parcel, signal) {
      await meanwhile?.();
      return files.track(parcel, signal);
    },
  };
  worker = startJobWorker(company.documents, company.database, { couriers });
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
    for (const input of [
      {},
      { courier: 'sf' },
      { courier: 'sf', trackingNo: '1' },
      { courier: 'none', trackingNo: 'SF999999' },
    ])
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

  it('under a refund has nothing sent; done, what waits is cancelled and let go, what was sent is kept of the money', async () => {
    const { classTypeId, book } = await company.classWith(5);
    const orderId = await company.paidFor(classTypeId);
    const first = String((await shipmentsOf(orderId))[0]?.id);
    await ok('ship', first, sending());
    const { orderNo } = await order(orderId);
    const more = { orderNo, items: [{ textbookId: book, quantity: 1 }] };
    const second = String((await company.act('logistics', '/v1/shipment/create', more)).data.id);
    expect(await company.stock(book)).toEqual({ onHand: 4, locked: 1 });
    const refund = String((await company.refund(orderId, 40_000, { closeRights: true })).data.id);
    expect(await company.stored('refund', refund)).toMatchObject({ materialAmount: 5000, calcAmount: 95_000 });
    const step = async (by: string, key: string) =>
      expect(await company.act(by, `/v1/refund/${key}`, { id: refund })).toMatchObject({ code: '0' });
    await step('sales', 'submit');
    for (const key of ['pick', 'resend']) expect((await move('logistics', key, second)).code).not.toBe('0');
    expect(codeOf(await move('logistics', 'ship', second, sending()))).toBe('E_SHIPMENT_REFUND');
    expect(codeOf(await company.act('logistics', '/v1/shipment/create', more))).toBe('E_SHIPMENT_REFUND');
    await step('group_leader', 'approve/leader');
    await step('finance', 'approve/finance');
    await step('finance2', 'pay');
    await schedules.run('refund.payouts');
    expect(await company.stored('refund', refund)).toMatchObject({ status: 'done' });
    expect(await shipment(second)).toMatchObject({ status: 'cancelled', reason: '订单退费' });
    expect(await company.stock(book)).toEqual({ onHand: 4, locked: 0 });
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
    const told = await company.act('group_leader', '/v1/shipment/reveal', {
      id,
      field: 'receiverMobile',
      reason: '客户来电核对',
    });
    expect(JSON.stringify(told.data)).toContain('13900001111');
    expect((await company.act('group_leader', '/v1/shipment/reveal', { id, field: 'receiverMobile' })).code).not.toBe(
      '0',
    );
  });

  it('are moved by logistics alone', async () => {
    const { id } = await company.waiting(1);
    for (const by of ['sales', 'manager', 'academic', 'finance'])
      for (const key of ['pick', 'ship', 'cancel', 'split', 'modify'])
        expect(codeOf(await move(by, key, id, { ...sending(), reason: '没有' }))).toBe('E_NO_PERMISSION');
  });
});

describe('what couriers tell', () => {
  const folder = () => courierFolder(company.database);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const event = (id: string, hours: number, text: string, kind: CourierEvent['kind'] = 'moved') => ({
    ...{ id, at: ago(hours), text, kind },
  });
  const tell = async (trackingNo: string, events: readonly CourierEvent[]) => {
    await mkdir(folder(), { recursive: true });
    await writeFile(path.join(folder(), `sf-${trackingNo}.json`), JSON.stringify(events));
  };
  const ask = async (id: string) => {
    await company.database.rows("update shipment set track_at = now() - interval '1 second' where id = $1", [id]);
    await schedules.run('shipment.tracking');
  };
  const shipped = async (trackingNo: string) => {
    const made = await company.waiting(3);
    await company.database.rows('update shipment set track_at = null');
    await ok('ship', made.id, { courier: 'sf', trackingNo });
    return made;
  };

  it('moves a shipment as far as it came, each event once, dated as they happened', async () => {
    const { id, orderId } = await shipped('SF770001');
    const first = [event('a', 30, '已揽收'), event('b', 20, '杭州转运中心')];
    await tell('SF770001', first);
    await ask(id);
    expect(await shipment(id)).toMatchObject({ status: 'in_transit', trackedTo: 'b', trackProblem: null });
    await ask(id);
    const { traces } = await shipment(id);
    expect(traces).toMatchObject([
      { text: expect.stringMatching(/^已发货/) },
      { text: '已揽收' },
      { text: '杭州转运中心' },
    ]);
    const signed = event('c', 2, '已签收：门卫代收', 'signed');
    await tell('SF770001', [...first, signed, event('d', 1, '派件员已离开')]);
    await ask(id);
    const over = await shipment(id);
    expect(over).toMatchObject({ status: 'signed', signedAt: signed.at, trackAt: null });
    expect((over.traces as readonly unknown[]).at(-1)).toMatchObject({ at: signed.at, text: signed.text });
    expect(await order(orderId)).toMatchObject({ logisticsStatus: 'signed' });
    const log = await company.records.count('operation_log', {
      entityId: id,
      action: ['shipment.transit', 'shipment.sign'],
    });
    expect(log).toBe(3);
  });

  it('is asked again later where nobody answers, and left to people where nobody knows the number', async () => {
    const { id } = await shipped('SF770002');
    await tell('SF770002', [event('a', 3, '已揽收')]);
    const down = path.join(folder(), 'down.json');
    await writeFile(down, '{}');
    await ask(id);
    await ask(id);
    await rm(down);
    const waiting = await shipment(id);
    expect(waiting).toMatchObject({ status: 'shipped', trackAttempts: 2, trackProblem: '快递公司没有应答' });
    expect(Date.parse(String(waiting.trackAt))).toBeGreaterThan(Date.now() + 15 * 60_000);
    await ask(id);
    expect(await shipment(id)).toMatchObject({ status: 'in_transit', trackAttempts: 0, trackProblem: null });
    const unknown = await shipped('SF770000');
    await schedules.run('shipment.tracking');
    expect(await shipment(unknown.id)).toMatchObject({
      ...{ status: 'shipped', trackAt: null, trackProblem: '快递公司没有这个运单号' },
    });
  });

  it('keeps nobody waiting while he is asked, and counts for nothing where the shipment has moved on meanwhile', async () => {
    const { id } = await shipped('SF770003');
    await tell('SF770003', [event('a', 3, '已揽收')]);
    const answers: unknown[] = [];
    meanwhile = async () => answers.push(await move('logistics', 'lose', id, { reason: '快递丢失' }));
    await ask(id);
    expect(answers).toMatchObject([{ code: '0' }]);
    expect(await shipment(id)).toMatchObject({ status: 'lost', trackedTo: null });
    const told = await shipped('SF770004');
    const first = event('a', 3, '已揽收');
    await tell('SF770004', [first, event('b', 2, '派送中')]);
    // Another node was quicker: what it noted stands, and what it knows already is not told again.
    meanwhile = () => company.database.rows("update shipment set tracked_to = 'a' where id = $1", [told.id]);
    await ask(told.id);
    meanwhile = undefined;
    expect(await shipment(told.id)).toMatchObject({ status: 'in_transit', trackedTo: 'b' });
    const { traces } = await shipment(told.id);
    expect(traces).toMatchObject([{ text: expect.stringMatching(/^已发货/) }, { text: '派送中' }]);
  });
});
