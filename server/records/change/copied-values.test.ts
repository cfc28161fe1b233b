import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

const product: EntityDocument = {
  schemaVersion: 2,
  name: 'product',
  title: '商品',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'price', title: '定价', type: 'money', required: true },
    { key: 'unit', title: '单位', type: 'string' },
  ],
};

const sale: EntityDocument = {
  schemaVersion: 2,
  name: 'sale',
  title: '销售单',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'name', title: '单号', type: 'string', required: true },
    { key: 'state', title: '状态', type: 'enum', dictionary: 'sale_state', required: true, readonly: true },
  ],
  children: [{ key: 'lines', title: '明细', entity: 'sale_line', by: 'saleId' }],
  states: [
    {
      key: 'flow',
      field: 'state',
      initial: ['open'],
      editable: { '*': '*' },
      transitions: [
        {
          ...{ key: 'again', title: '再来一单', from: ['open'], to: 'done', permission: 'sale:again' },
          effects: [{ key: 'line', each: 'lines', create: 'sale_line', values: { productId: 'row.productId' } }],
        },
      ],
    },
  ],
};

const line: EntityDocument = {
  schemaVersion: 2,
  name: 'sale_line',
  title: '销售明细',
  label: 'note',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'saleId', title: '销售单', type: 'ref', ref: 'sale' },
    { key: 'productId', title: '商品', type: 'ref', ref: 'product', required: true },
    { key: 'price', title: '单价', type: 'money', required: true, readonly: true, from: 'product.price' },
    { key: 'unit', title: '单位', type: 'string', from: 'product.unit' },
    { key: 'note', title: '备注', type: 'string' },
  ],
};

let shop: TestOperations;
let pen: string;
let book: string;
beforeAll(async () => {
  const value = (key: string) => ({ key, title: key });
  shop = await startOperations([product, sale, line], {
    dictionaries: [{ schemaVersion: 2, name: 'sale_state', title: '状态', values: [value('open'), value('done')] }],
  });
  pen = await shop.records.insert('product', { name: '笔', price: 300, unit: '支' });
  book = await shop.records.insert('product', { name: '书', price: 4500, unit: null });
}, 60_000);
afterAll(() => shop.close());

const run = <Answer = { readonly id: string }>(path: string, body: Readonly<Record<string, unknown>>) =>
  shop.run<Answer>(`/v1/${path}`, body);
const lineOf = async (id: string) => (await shop.records.find('sale_line', { id }))[0];
const newLine = async (values: Readonly<Record<string, unknown>>) => (await run('sale/line/create', values)).id;

it('takes over the value of what is chosen, and keeps it when that changes', async () => {
  const id = await newLine({ productId: pen });
  expect(await lineOf(id)).toMatchObject({ price: 300, unit: '支' });
  await shop.records.update('product', pen, { price: 350 });
  await run('sale/line/modify', { id, version: 1, note: '改备注' });
  await run('sale/line/modify', { id, version: 2, productId: pen, note: '同一件' });
  expect(await lineOf(id)).toMatchObject({ price: 300 });
  await shop.records.update('product', pen, { price: 300 });
});

it('takes no price from a client, by whatever way it is written', async () => {
  const id = await newLine({ productId: pen });
  const refusals = [
    await shop.refusal('/v1/sale/line/create', { productId: pen, price: 1 }),
    await shop.refusal('/v1/sale/line/modify', { id, version: 1, price: 1 }),
    await shop.refusal('/v1/sale/line/modify', { ids: [id], price: 1 }),
    await shop.refusal('/v1/sale/create', { name: '甲', lines: [{ productId: pen, price: 1 }] }),
  ];
  for (const { code, detail } of refusals) {
    expect(code).toBe('E_INPUT_INVALID');
    expect(detail.faults).toMatchObject([{ code: 'E_INPUT_READONLY', title: '单价' }]);
  }
  expect(await lineOf(id)).toMatchObject({ price: 300, version: 1 });
});

it('takes it over anew when something else is chosen, in child rows and in many rows alike', async () => {
  const { id: saleId } = await run('sale/create', { name: '甲', lines: [{ productId: pen }] });
  const [stored] = await shop.records.find('sale_line', { saleId });
  expect(stored).toMatchObject({ price: 300 });
  await run('sale/modify', { id: saleId, version: 1, lines: [{ id: stored?.id, productId: book }] });
  expect(await shop.records.find('sale_line', { saleId })).toMatchObject([{ price: 4500 }]);
  const id = await newLine({ productId: book });
  expect(await run<BulkAnswer>('sale/line/modify', { ids: [id, stored?.id], productId: pen })).toMatchObject({
    failed: 0,
  });
  expect(await lineOf(id)).toMatchObject({ price: 300 });
  expect(await lineOf(String(stored?.id))).toMatchObject({ price: 300 });
});

it('is taken over by what the server makes of itself, too', async () => {
  const { id: saleId } = await run('sale/create', { name: '乙', lines: [{ productId: pen }] });
  await run('sale/again', { id: saleId });
  const made = await shop.records.find('sale_line', { productId: pen, saleId: null });
  expect(made.at(-1)).toMatchObject({ price: 300, unit: '支' });
});

it('of a field that may be written follows until somebody wrote over it', async () => {
  const id = await newLine({ productId: pen });
  await run('sale/line/modify', { id, version: 1, productId: book });
  // A book says no unit: what stands stays.
  expect(await lineOf(id)).toMatchObject({ price: 4500, unit: '支' });
  const box = await shop.records.insert('product', { name: '盒', price: 900, unit: '盒' });
  const given = await newLine({ productId: pen, unit: '打' });
  expect(await lineOf(given)).toMatchObject({ unit: '打' });
  await run('sale/line/modify', { id: given, version: 1, productId: box });
  expect(await lineOf(given)).toMatchObject({ price: 900, unit: '打' });
  const plain = await newLine({ productId: pen });
  await run('sale/line/modify', { id: plain, version: 1, productId: box });
  expect(await lineOf(plain)).toMatchObject({ unit: '盒' });
  await run('sale/line/modify', { id: plain, version: 2, productId: pen, unit: '箱' });
  expect(await lineOf(plain)).toMatchObject({ unit: '箱' });
});

it('is told in the history as any other change', async () => {
  const id = await newLine({ productId: pen });
  await run('sale/line/modify', { id, version: 1, productId: book });
  const log = await shop.records.find('operation_log', { entityId: id, action: 'sale_line.modify' });
  expect(log).toMatchObject([{ before: { price: 300 }, after: { price: 4500 } }]);
});
