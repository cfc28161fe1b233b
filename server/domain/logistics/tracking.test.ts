import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CourierEvent, CourierProvider } from '../../kernel/services/courier-service.ts';
import { importDriver } from '../../testing/import-driver.ts';
import { courierFolder, type JobWorker, smsFolder, startJobWorker } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
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

const ok = (key: string, id: string, input: Record<string, unknown> = {}) => company.moved(key, id, input);
const shipment = (id: string) => company.stored('shipment', id);
const order = (id: string) => company.stored('sales_order', id);
const shipmentNo = async (id: string) => String((await company.stored('shipment', id)).shipmentNo);

it('a table of tracking numbers ships what is right and tells each row that is not', async () => {
  const count = process.env.TEST_DEPTH === 'deep' ? 200 : 20;
  const { book, orderId, id } = await company.waiting(count + 5);
  const { orderNo } = await company.stored('sales_order', orderId);
  const ids = [id];
  for (let at = 1; at < count; at++) {
    const body = { orderNo, items: [{ textbookId: book, quantity: 1 }] };
    ids.push(String((await company.act('logistics', '/v1/shipment/create', body)).data.id));
  }
  const short = await company.waiting(0);
  const sent = await company.waiting(1);
  await company.moved('ship', sent.id, { courier: 'jd', trackingNo: 'JD0000001' });
  const good = await Promise.all(ids.map(async (one, at) => `${await shipmentNo(one)},顺丰,SF9900${1000 + at}`));
  const lines = [
    '邮寄单号,快递公司,运单号',
    ...good,
    'WL00000000,顺丰,SF99008888',
    `${await shipmentNo(short.id)},顺丰,SF99007777`,
    `${await shipmentNo(sent.id)},顺丰,SF99006666`,
    `${await shipmentNo(id)},没有的快递,SF99005555`,
    `${await shipmentNo(id)},顺丰,1`,
  ];
  const fileId = await uploadAs(company, 'logistics', '运单号.csv', Buffer.from(`\ufeff${lines.join('\r\n')}`));
  const send = (body: Record<string, unknown>) =>
    company.call<Record<string, unknown>>('logistics', '/v1/shipment/ship/import', { fileId, ...body });
  const { mapping } = (await send({ mode: 'inspect' })).data;
  const { done, table } = importDriver(company);
  await done((await send({ mapping, dryRun: true })).data);
  expect(await company.stock(book)).toMatchObject({ onHand: count + 5 });
  const job = await done((await send({ mapping })).data);
  expect(await company.records.count('shipment', { id: ids, status: 'shipped' })).toBe(count);
  expect(await company.stock(book)).toEqual({ onHand: 5, locked: 0 });
  expect(await company.stored('shipment', short.id)).toMatchObject({ status: 'pending' });
  const told = (await table('logistics', String(job.fileId))).map((cells) => cells.join(' '));
  expect(told).toHaveLength(6);
  for (const words of ['WL00000000', '库存不足', '没有的快递', 'SF99006666']) expect(told.join('\n')).toContain(words);
  expect(codeOf(await company.act('sales', '/v1/shipment/ship/import', { fileId, mapping }))).toBe('E_NO_PERMISSION');
}, 120_000);

it('is printed as a picking list before it goes, and as a label with where it goes to, by logistics alone', async () => {
  const { id } = await company.waiting(2);
  const print = (by: string, key: string) => company.act(by, `/v1/shipment/print/${key}`, { ids: [id] });
  const list = await print('logistics', 'picking');
  expect(list.data).toMatchObject({ paper: 'A4' });
  expect(JSON.stringify(list.data)).toContain(await shipmentNo(id));
  expect((await print('logistics', 'label')).message).toContain('配货之后才能打印面单');
  await company.moved('pick', id);
  const label = await print('logistics', 'label');
  expect(label.data).toMatchObject({ paper: 'roll80' });
  for (const value of Object.values(receiver)) expect(JSON.stringify(label.data)).toContain(value);
  for (const by of ['sales', 'manager']) expect(codeOf(await print(by, 'label'))).toBe('E_NO_PERMISSION');
  await company.moved('ship', id, sending());
  expect((await print('logistics', 'picking')).code).not.toBe('0');
});

describe('whoever textbooks are sent to', () => {
  const template = async (over: Record<string, unknown> = {}) => {
    const content = '{name}您好，您的{count}册教材已由{courier}寄出，运单号{trackingNo}';
    const body = { code: crypto.randomUUID().slice(0, 8), name: '发货', sign: '学堂', kind: 'notice', content };
    return company.act('manager', '/v1/sms/template/create', { ...body, usage: 'shipped', ...over });
  };
  const approved = async () => {
    const id = String((await template()).data.id);
    for (const [by, key] of [
      ['manager', 'submit'],
      ['admin', 'approve'],
    ] as const)
      expect(await company.act(by, `/v1/sms/template/${key}`, { id })).toMatchObject({ code: '0' });
    return id;
  };
  const carrier = (over: Record<string, unknown>) =>
    writeFile(
      path.join(smsFolder(company.database), 'carrier.json'),
      JSON.stringify({ delaySeconds: 0, failures: [], refused: [], down: false, ...over }),
    );
  const messages = () => schedules.run('shipment.messages');
  const told = async (id: string) => {
    const text = await readFile(path.join(smsFolder(company.database), 'sent', `${id}.json`), 'utf8').catch(() => '{}');
    return JSON.parse(text);
  };
  const shippedTo = async (receiverMobile: string, no: string) => {
    const { classTypeId } = await company.classWith(3);
    const orderId = await company.paidFor(classTypeId, { receiverMobile });
    const id = String((await company.records.findOne('shipment', { orderId }))?.id);
    await company.moved('ship', id, { courier: 'sf', trackingNo: no });
    return id;
  };

  it('gets a message by the approved template, once, and nobody where there is none', async () => {
    const untold = await shippedTo('13900003001', 'SF880001');
    expect(await company.stored('shipment', untold)).toMatchObject({ smsStatus: null, smsAt: null });
    for (const over of [{ content: '{city}' }, { kind: 'marketing', content: '拒收请回复R' }])
      expect((await template(over)).code).not.toBe('0');
    await approved();
    // A usage has one approved template at a time.
    const other = String((await template()).data.id);
    await company.act('manager', '/v1/sms/template/submit', { id: other });
    const second = await company.act('admin', '/v1/sms/template/approve', { id: other });
    expect(JSON.stringify(second)).toContain('已有通过的模板');
    const id = await shippedTo('13900003002', 'SF880002');
    await Promise.all([messages(), messages()]);
    expect(await company.stored('shipment', id)).toMatchObject({ smsStatus: 'sent', smsAt: null, smsAttempts: 1 });
    expect(await told(id)).toMatchObject({
      ...{ mobile: '13900003002', text: '【学堂】李四您好，您的1册教材已由顺丰寄出，运单号SF880002' },
    });
    expect(await told(untold)).toEqual({});
  });

  it('is left alone who wants no more, or has it back already; a busy provider is tried again, a dead number told', async () => {
    const ids: string[] = [];
    for (const at of [1, 2, 3, 4]) ids.push(await shippedTo(`1390000301${at}`, `SF88001${at}`));
    const [out = '', back = '', busy = '', dead = ''] = ids;
    await company.act('admin', '/v1/sms/opt/out/create', { mobile: '13900003011' });
    await company.moved('return', back, { reason: '拒收', restocked: true });
    await carrier({ down: true });
    await messages();
    expect(await company.stored('shipment', busy)).toMatchObject({
      smsStatus: 'queued',
      smsProblem: '短信服务商没有应答',
    });
    await carrier({ refused: ['3014'] });
    await company.database.rows('update shipment set sms_at = now() where sms_at is not null');
    await messages();
    const stands = await Promise.all(ids.map((id) => company.stored('shipment', id)));
    expect(stands.map(({ smsStatus, smsProblem }) => [smsStatus, smsProblem])).toEqual([
      ['skipped', '已退订'],
      ['skipped', '已不在途中'],
      ['sent', null],
      ['failed', '号码不存在'],
    ]);
    expect(await Promise.all([out, back, dead].map(told))).toEqual([{}, {}, {}]);
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
    meanwhile = async () => answers.push(await company.move('logistics', 'lose', id, { reason: '快递丢失' }));
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
