import { expect, it } from 'vitest';
import type { EntityDocument, ListPage } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formView, viewContext } from '../../../model/view/index.ts';
import { FormSession } from './form-session.ts';

const productId = { key: 'productId', title: '商品', type: 'ref', ref: 'product' } as const;
const money = (key: string) => ({ key, title: key, type: 'money' }) as const;
const document = (name: string, fields: EntityDocument['fields'], more: Partial<EntityDocument> = {}) => ({
  ...{
    schemaVersion: 2 as const,
    name,
    title: name,
    label: 'name',
    operations: ['create' as const, 'modify' as const],
  },
  fields,
  ...more,
});
const line = document('line', [productId, { key: 'count', title: '数量', type: 'int' }, money('amount')]);
const sale = document(
  'sale',
  [productId, money('deposit'), money('total'), { key: 'reason', title: '原因', type: 'string' }],
  {
    children: [{ key: 'lines', title: '明细', entity: 'line', by: 'saleId' }],
  },
);
const product = document('product', [money('price'), { key: 'scarce', title: '紧缺', type: 'bool' }]);
const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  entities: [sale, line, product],
  dictionaries: [],
  datasets: [],
  faults: [],
  hash: '',
});
const products: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  pen: { price: 300, scarce: false },
  box: { price: 900, scarce: true },
};
type FormFields = NonNullable<ListPage['forms']>[string]['sections'][number]['fields'];
const fields: FormFields = [
  'productId',
  { key: 'deposit', compute: 'form.product.price / 2' },
  { key: 'reason', visibleWhen: 'form.product.scarce == true', requiredWhen: 'form.product.scarce == true' },
  { key: 'total', compute: 'sum(form.lines, row.product.price * row.count)' },
  { key: 'lines', fields: ['productId', 'count', { key: 'amount', compute: 'row.product.price * row.count' }] },
];

function opened(record?: { id: string; version: number } & Record<string, unknown>) {
  const asked: string[] = [];
  const view = formView({ sections: [{ key: 'base', fields }] }, entityModel(sale), { inputs: [], title: '', context });
  const form = new FormSession({
    view,
    mode: record === undefined ? 'create' : 'modify',
    record,
    context,
    scope: (values) => ({ form: values }),
    lookUp: (entity, id, key) => {
      asked.push(`${entity} ${id} ${key}`);
      return Promise.resolve(products[id]?.[key]);
    },
  });
  for (const key of form.fields.keys()) form.display.form.createField({ name: key });
  return { form, asked, rows: form.rows.get('lines') };
}
const arrive = () => new Promise((resolve) => setTimeout(resolve));

it('lets expressions read what a chosen record says, once it has arrived', async () => {
  const { form } = opened();
  form.edit('productId', 'box');
  expect(form.values().deposit ?? null).toBeNull();
  expect(form.stateOf('reason').visible).toBe(false);
  await arrive();
  expect(form.values().deposit).toBe(450);
  expect(form.stateOf('reason')).toMatchObject({ visible: true, required: true });
  form.edit('productId', 'pen');
  await arrive();
  expect(form.values().deposit).toBe(150);
  expect(form.stateOf('reason').visible).toBe(false);
  form.edit('productId', undefined);
  expect(form.values().deposit ?? null).toBeNull();
});

it('reads each field of each record once', async () => {
  const { form, asked, rows } = opened();
  form.edit('productId', 'box');
  await arrive();
  rows?.add();
  const [row] = rows?.snapshot().rows ?? [];
  rows?.edit(row?.key ?? '', 'productId', 'box');
  await arrive();
  form.edit('productId', 'box');
  await arrive();
  expect(asked.toSorted()).toEqual(['product box price', 'product box scarce']);
});

it('lets cells read through the references of their row, and the form sum that up', async () => {
  const { form, rows } = opened();
  rows?.add();
  rows?.add();
  const [first, second] = rows?.snapshot().rows ?? [];
  rows?.edit(first?.key ?? '', 'productId', 'pen');
  rows?.edit(first?.key ?? '', 'count', 2);
  rows?.edit(second?.key ?? '', 'productId', 'box');
  rows?.edit(second?.key ?? '', 'count', 1);
  await arrive();
  expect(rows?.values().map(({ amount }) => amount)).toEqual([600, 900]);
  expect(form.values().total).toBe(1500);
});

it('of a record that is changed reads what it refers to at once, and changes nothing of what is sent but what follows', async () => {
  const { form } = opened({ id: 's1', version: 1, productId: 'box', deposit: 450, total: 0, reason: 'x', lines: [] });
  await arrive();
  expect(form.stateOf('reason').visible).toBe(true);
  expect(form.changedKeys()).toEqual([]);
  expect(form.values()).not.toHaveProperty('product');
});

it('waits for what is on its way before anything is sent', async () => {
  const { form } = opened();
  form.edit('productId', 'box');
  expect(await form.missing()).toEqual([]);
  expect(form.values().deposit).toBe(450);
});
