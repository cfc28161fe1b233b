import { afterAll, beforeAll, expect, it } from 'vitest';
import { importDriver } from '../../testing/import-driver.ts';
import { type JobWorker, startJobWorker } from '../../testing/job-worker.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { codeOf } from '../orders/order-company.testing.ts';
import { receiver, type ShippingCompany, sending, startShippingCompany } from './shipping-company.testing.ts';
import { brokenStock } from './stock-invariants.testing.ts';

let company: ShippingCompany;
let worker: JobWorker;
beforeAll(async () => {
  company = await startShippingCompany();
  worker = startJobWorker(company.documents, company.database);
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
