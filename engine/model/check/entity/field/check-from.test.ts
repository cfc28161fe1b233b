import { expect, it } from 'vitest';
import { loadDocuments } from '../../../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const entity = (name: string, fields: readonly object[]) =>
  file(`entities/${name}.json`, {
    ...{ schemaVersion: 2, name, title: name, label: 'name', operations: ['query', 'create'] },
    fields: [{ key: 'name', title: '名称', type: 'string', required: true }, ...fields],
  });

const product = entity('product', [
  { key: 'price', title: '定价', type: 'money' },
  { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile' },
  { key: 'double', title: '双倍', type: 'money', compute: 'record.price * 2' },
]);
const references = [
  { key: 'productId', title: '商品', type: 'ref', ref: 'product', required: true },
  { key: 'otherIds', title: '其他', type: 'refs', ref: 'product' },
];

function faultsOf(field: object) {
  const price = { key: 'price', title: '单价', type: 'money', readonly: true, ...field };
  const { faults } = loadDocuments([product, entity('line', [...references, price])]);
  return faults.map(({ pointer, code }) => `${pointer.replace('/fields/3', '')} ${code}`);
}

it('takes what stands one reference away', () => {
  expect(faultsOf({ from: 'product.price' })).toEqual([]);
  expect(faultsOf({ from: 'product.price', readonly: false })).toEqual([]);
});

it.each([
  ['an unknown reference', { from: 'produkt.price' }, '/from E_SCHEMA_UNKNOWN_NAME'],
  ['references to many', { from: 'others.price' }, '/from E_SCHEMA_UNKNOWN_NAME'],
  ['an unknown field', { from: 'product.prise' }, '/from E_SCHEMA_UNKNOWN_NAME'],
  ['a masked field', { from: 'product.phone', type: 'mobile' }, '/from E_SCHEMA_CONFLICT'],
  ['a field that is worked out', { from: 'product.double' }, '/from E_SCHEMA_CONFLICT'],
  ['another type', { from: 'product.name' }, '/type E_SCHEMA_CONFLICT'],
  ['a default beside it', { from: 'product.price', defaultValue: '1' }, '/defaultValue E_SCHEMA_CONFLICT'],
  [
    'what must be there and may be missing at the source',
    { from: 'product.price', required: true },
    '/required E_SCHEMA_CONFLICT',
  ],
  ['more than one step', { from: 'product.maker.name' }, '/from E_SCHEMA_SHAPE'],
])('refuses %s', (_, field, fault) => {
  expect(faultsOf(field)).toEqual([fault]);
});
