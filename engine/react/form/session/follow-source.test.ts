import { expect, it } from 'vitest';
import type { EntityDocument, ListPage } from '../../../model/documents/index.ts';
import { entityModel } from '../../../model/entity/index.ts';
import { formView, viewContext } from '../../../model/view/index.ts';
import { FormSession } from './form-session.ts';

const price = { key: 'price', title: '单价', type: 'money', readonly: true, from: 'product.price' } as const;
const unit = { key: 'unit', title: '单位', type: 'string', from: 'product.unit' } as const;
const productId = { key: 'productId', title: '商品', type: 'ref', ref: 'product' } as const;

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
const line = document('line', [productId, price, unit]);
const sale = document('sale', [productId, price, unit, { key: 'total', title: '合计', type: 'money' }], {
  children: [{ key: 'lines', title: '明细', entity: 'line', by: 'saleId' }],
});
const product = document('product', []);

const context = viewContext({
  page: { schemaVersion: 2, name: 'x', path: '/x', title: 'x', kind: 'custom', widget: 'X' },
  entities: [sale, line, product],
  dictionaries: [],
  datasets: [],
  faults: [],
  hash: '',
});

type Product = Readonly<Record<string, unknown>>;
const products: Readonly<Record<string, Product>> = {
  pen: { price: 300, unit: '支' },
  box: { price: 900, unit: '盒' },
  book: { price: 4500 },
};

type FormFields = NonNullable<ListPage['forms']>[string]['sections'][number]['fields'];
const allFields: FormFields = [
  'productId',
  'price',
  'unit',
  { key: 'total', compute: 'sum(form.lines, row.price)' },
  { key: 'lines', fields: ['productId', 'price', 'unit'] },
];

/** An opened form whose look-ups are answered when they are let go. */
function opened(record?: { id: string; version: number } & Record<string, unknown>, fields = allFields) {
  const waiting: (() => void)[] = [];
  const view = formView({ sections: [{ key: 'base', fields }] }, entityModel(sale), { inputs: [], title: '', context });
  const form = new FormSession({
    view,
    mode: record === undefined ? 'create' : 'modify',
    record,
    context,
    scope: (values) => ({ form: values }),
    lookUp: (_entity, id, key) =>
      new Promise((resolve) => {
        waiting.push(() => resolve(products[id]?.[key]));
      }),
  });
  // As the inputs of the form do that are drawn.
  for (const key of form.fields.keys()) form.display.form.createField({ name: key });
  const letGo = async () => {
    for (let turn = 0; turn < 5; turn++) {
      for (const answer of waiting.splice(0).reverse()) answer();
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return { form, letGo, rows: form.rows.get('lines') };
}

it('shows what is taken over once a reference is chosen, and sends only what may be written', async () => {
  const { form, letGo } = opened();
  form.edit('productId', 'pen');
  await letGo();
  expect(form.values()).toMatchObject({ price: 300, unit: '支' });
  expect(form.stateOf('price').enabled).toBe(false);
  expect(form.body()).toMatchObject({ unit: '支' });
  expect(form.body()).not.toHaveProperty('price');
});

it('waits for it before anything is sent', async () => {
  const { form, letGo } = opened();
  form.edit('productId', 'pen');
  let missing: readonly string[] | undefined;
  void form.missing().then((places) => {
    missing = places;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(missing).toBeUndefined();
  await letGo();
  expect(missing).toEqual([]);
});

it('takes the value of what was chosen last, in whatever order the answers come', async () => {
  const { form, letGo } = opened();
  form.edit('productId', 'pen');
  form.edit('productId', 'box');
  await letGo();
  expect(form.values()).toMatchObject({ price: 900, unit: '盒' });
});

it('leaves what somebody wrote over it, unless nobody may', async () => {
  const { form, letGo } = opened();
  form.edit('productId', 'pen');
  await letGo();
  form.edit('unit', '打');
  form.edit('productId', 'box');
  await letGo();
  expect(form.values()).toMatchObject({ price: 900, unit: '打' });
});

it('of what has nothing to take over keeps what may be written', async () => {
  const { form, letGo } = opened();
  form.edit('productId', 'pen');
  await letGo();
  form.edit('productId', 'book');
  await letGo();
  expect(form.values()).toMatchObject({ price: 4500, unit: '支' });
  form.edit('productId', undefined);
  await letGo();
  expect(form.values().price).toBeUndefined();
});

it('of a record that was stored keeps the snapshot until something else is chosen', async () => {
  const { form, letGo } = opened({ id: 's1', version: 1, productId: 'pen', price: 250, unit: '支', lines: [] });
  await letGo();
  expect(form.values()).toMatchObject({ price: 250 });
  expect(form.changedKeys()).toEqual([]);
  form.edit('productId', 'box');
  await letGo();
  expect(form.values()).toMatchObject({ price: 900, unit: '盒' });
});

it('fills the cells of a row, and what is summed up over them', async () => {
  const { form, rows, letGo } = opened();
  rows?.add();
  rows?.add();
  const [first, second] = rows?.snapshot().rows ?? [];
  rows?.edit(first?.key ?? '', 'productId', 'pen');
  rows?.edit(second?.key ?? '', 'productId', 'box');
  await letGo();
  expect(rows?.values().map((row) => [row.price, row.unit])).toEqual([
    [300, '支'],
    [900, '盒'],
  ]);
  expect(form.values().total).toBe(1200);
});

it('is nothing somebody typed where a form comes with the reference', async () => {
  const given = { key: 'productId', defaultValue: "'pen'" };
  const { form, letGo } = opened(undefined, [given, 'price', 'unit']);
  await letGo();
  expect(form.values()).toMatchObject({ price: 300, unit: '支' });
  expect(form.changedKeys()).toEqual([]);
});
