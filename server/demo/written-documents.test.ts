import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocuments } from '../product/documents.ts';
import { followExample, guideExamples } from '../testing/follow-guide.ts';
import { startProduct, type TestApp } from '../testing/test-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'written-'));
let product: TestApp;

const shell = (text: string) => followExample({ info: 'sh', text, line: 0 }, folder);
const put = (info: string, json: object) => followExample({ info, text: JSON.stringify(json), line: 0 }, folder);

// What the README shows, then an order with its lines: only the tools write the pages.
beforeAll(async () => {
  for (const example of guideExamples('README.md')) followExample(example, folder);
  shell('npm run new:entity -- order 订单 "title:string:名称!" "deviceId:ref(device):设备"');
  put('json entities/order_line.json', {
    schemaVersion: 2,
    name: 'order_line',
    title: '订单明细',
    label: 'goods',
    operations: [],
    fields: [
      { key: 'orderId', title: '订单', type: 'ref', ref: 'order', required: true },
      { key: 'goods', title: '货品', type: 'string', required: true },
      { key: 'amount', title: '数量', type: 'int', required: true },
      { key: 'place', title: '次序', type: 'int' },
    ],
  });
  put('json + entities/order.json', {
    children: [{ key: 'lines', title: '明细', entity: 'order_line', by: 'orderId', order: 'place' }],
  });
  shell('npm run new:page -- form order --menu deviceMenu --role admin');
  shell('npm run new:page -- list order --menu deviceMenu --role admin');
  product = await startProduct(folder);
}, 180_000);

afterAll(async () => {
  await product?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('leaves no fault behind', () => {
  expect(guideExamples('README.md').length).toBeGreaterThan(0);
  expect(readDocuments(folder).faults).toEqual([]);
});

it('shows a reference by the label of what it refers to', () => {
  const page = product.documents.pages.get('orderList');
  expect(page?.kind === 'list' && page.columns).toContainEqual({ key: 'device', field: 'device.name' });
});

it('creates a record with its child rows through the form page', async () => {
  const page = product.documents.pages.get('orderForm');
  if (page?.kind !== 'form') throw new TypeError('orderForm is no form page');
  expect(page.form.sections[0]?.fields).toEqual(['title', 'deviceId', { key: 'lines', fields: ['goods', 'amount'] }]);
  const onPage = { 'x-app-page': 'orderForm' };
  const lines = [{ goods: '硒鼓', amount: 2 }];
  const created = await product.call('admin', page.api.submit, { title: '耗材', lines }, onPage);
  expect(created).toMatchObject({ code: '0' });
  const { data } = await product.call('admin', '/v1/order/view', { id: created.data.id, fields: ['title', 'lines'] });
  expect(data).toMatchObject({ title: '耗材', lines });
});
