import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, smsFolder, startJobWorker } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
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
