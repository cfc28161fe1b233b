import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const entity = {
  schemaVersion: 2,
  name: 'gadget',
  title: '器材',
  label: 'name',
  operations: ['query'],
  fields: [
    { key: 'name', title: '名称', type: 'string', maxLength: 10, required: true, unique: true },
    { key: 'gadgetNo', title: '编号', type: 'string', sequence: { prefix: 'QC', per: 'day', digits: 4 } },
    { key: 'price', title: '价格', type: 'money', min: 0 },
    { key: 'boughtOn', title: '购入', type: 'date' },
    { key: 'checkAt', title: '检查', type: 'datetime', future: true },
    { key: 'partOfId', title: '属于', type: 'ref', ref: 'gadget' },
    { key: 'likeIds', title: '同类', type: 'refs', ref: 'gadget' },
    { key: 'double', title: '两倍', type: 'money', compute: 'record.price * 2' },
    { key: 'pin', title: '密码', type: 'string', required: true, secret: true },
  ],
};

const faultsOf = (...rows: readonly object[]) =>
  loadDocuments([
    { file: 'entities/gadget.json', text: JSON.stringify(entity) },
    {
      file: 'demo/gadget.json',
      text: JSON.stringify({
        schemaVersion: 2,
        name: 'gadget',
        rows: rows.map((values, index) => ({ key: `row${index}`, values })),
      }),
    },
  ]).fatal.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`);

it('takes literals, moments worked out from now, and keys of other rows', () => {
  expect(
    faultsOf(
      { name: '扳手', price: 100, boughtOn: { expression: 'dayOf(now - days(40))' }, partOfId: 'row1' },
      {
        name: '工具箱',
        checkAt: { expression: 'now - days(1)' },
        createdAt: '2026-01-01T00:00:00Z',
        likeIds: ['row0'],
      },
    ),
  ).toEqual([]);
});

it.each([
  ['a field that is not there', { name: '扳手', prize: 1 }, 'prize E_SCHEMA_UNKNOWN_NAME'],
  ['a field that is worked out', { name: '扳手', double: 1 }, 'double E_SCHEMA_UNKNOWN_NAME'],
  ['a number the server gives', { name: '扳手', gadgetNo: 'QC1' }, 'gadgetNo E_SCHEMA_UNKNOWN_NAME'],
  ['a secret', { name: '扳手', pin: '1234' }, 'pin E_SCHEMA_UNKNOWN_NAME'],
  ['a value of another type', { name: '扳手', price: 'dear' }, 'price E_INPUT_TYPE'],
  ['a value out of range', { name: '扳手', price: -1 }, 'price E_INPUT_RANGE'],
  ['a text that is too long', { name: '一二三四五六七八九十一' }, 'name E_INPUT_TOO_LONG'],
  [
    'a moment where a day is asked for',
    { name: '扳手', boughtOn: { expression: 'now' } },
    'boughtOn/expression E_SCHEMA_EXPRESSION',
  ],
  ['a reference to no row', { name: '扳手', partOfId: 'row7' }, 'partOfId E_SCHEMA_UNKNOWN_NAME'],
  ['one row where several are asked for', { name: '扳手', likeIds: 'row0' }, 'likeIds E_SCHEMA_CONFLICT'],
  ['a list that names no row', { name: '扳手', likeIds: ['row0', 'row7'] }, 'likeIds/1 E_SCHEMA_UNKNOWN_NAME'],
  [
    'an expression of more than now',
    { name: '扳手', price: { expression: 'record.price' } },
    'price/expression E_SCHEMA_EXPRESSION',
  ],
  [
    'an expression that cannot be read',
    { name: '扳手', checkAt: { expression: 'now -' } },
    'checkAt/expression E_SCHEMA_EXPRESSION',
  ],
])('refuses %s where it stands', (_, values, fault) => {
  expect(faultsOf(values)).toEqual([`demo/gadget.json#/rows/0/values/${fault}`]);
});

it('asks for what a form would ask for, secrets excepted', () => {
  expect(faultsOf({ price: 1 })).toEqual(['demo/gadget.json#/rows/0/values E_INPUT_REQUIRED']);
});

it('refuses two rows with one unique value', () => {
  expect(faultsOf({ name: '扳手' }, { name: '扳手' })).toEqual([
    'demo/gadget.json#/rows/1/values/name E_SCHEMA_DUPLICATE',
  ]);
});

it('refuses rows of an entity that is not there', () => {
  const text = JSON.stringify({ schemaVersion: 2, name: 'gadgets', rows: [{ key: 'a', values: {} }] });
  expect(loadDocuments([{ file: 'demo/gadgets.json', text }]).fatal).toMatchObject([
    { file: 'demo/gadgets.json', pointer: '/name', code: 'E_SCHEMA_UNKNOWN_NAME' },
  ]);
});
