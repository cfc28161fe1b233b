import '../all-texts/all-texts.testing.ts';
import { expect, it } from 'vitest';
import { faultMessage } from '../faults/fault-errors.ts';
import { loadShipped, platformFiles, shippedFiles } from '../shipped.testing.ts';
import { type DocumentFile, loadDocuments } from './load-documents.ts';

const gadget = {
  schemaVersion: 2,
  name: 'gadget',
  title: '器材',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'status', title: '状态', type: 'enum', dictionary: 'gadget_status' },
  ],
  states: [
    {
      key: 'use',
      field: 'status',
      initial: ['idle'],
      transitions: [{ key: 'lend', title: '借出', from: ['idle'], to: 'lent', permission: 'gadget:lend' }],
    },
  ],
};
const status = {
  schemaVersion: 2,
  name: 'gadget_status',
  title: '状态',
  values: [
    { key: 'idle', title: '空闲' },
    { key: 'lent', title: '借出' },
  ],
};
const list = {
  schemaVersion: 2,
  name: 'gadgets',
  path: '/gadgets',
  title: '器材',
  kind: 'list',
  entity: 'gadget',
  scope: 'all',
  api: { query: '/v1/gadget/query' },
  columns: [{ key: 'name', field: 'name' }],
  row: [{ key: 'lend', permission: 'gadget:lend', api: '/v1/gadget/lend' }],
};

const files = (over: { gadget?: object; list?: object; role?: object; menu?: object } = {}): DocumentFile[] => [
  { file: 'entities/gadget.json', text: JSON.stringify({ ...gadget, ...over.gadget }) },
  { file: 'dictionaries/gadget_status.json', text: JSON.stringify(status) },
  { file: 'pages/store/gadgets.json', text: JSON.stringify({ ...list, ...over.list }) },
  ...(over.role === undefined ? [] : [{ file: 'roles/keeper.json', text: JSON.stringify(over.role) }]),
  ...(over.menu === undefined ? [] : [{ file: 'menu.json', text: JSON.stringify(over.menu) }]),
];

const faultsOf = (over: Parameters<typeof files>[0]) => loadDocuments(files(over)).faults;

it('finds nothing wrong with a right set', () => {
  expect(faultsOf({})).toEqual([]);
});

it('finds nothing wrong with the shipped documents', () => {
  expect(shippedFiles.length).toBeGreaterThan(50);
  expect(loadShipped().faults).toEqual([]);
});

it('finds nothing wrong with what every product stands on', () => {
  expect(loadDocuments([], { base: platformFiles }).faults).toEqual([]);
});

it('names the file, the place and the nearest name of an unknown field', () => {
  const [fault] = faultsOf({ list: { columns: [{ key: 'state', field: 'stauts' }] } });
  expect(fault).toMatchObject({
    file: 'pages/store/gadgets.json',
    pointer: '/columns/0/field',
    got: 'stauts',
    nearest: 'status',
  });
  expect(fault && faultMessage(fault)).toBe('找不到器材的字段“stauts”，是否为“status”？');
  expect(fault && faultMessage(fault, 'en')).toContain('did you mean "status"?');
});

it.each([
  [
    'an unknown operation',
    { list: { row: [{ key: 'lend', permission: 'gadget:lend', api: '/v1/gadget/lned' }] } },
    '/row/0/api',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'another permission than the operation asks for',
    { list: { row: [{ key: 'lend', permission: 'gadget:edit', api: '/v1/gadget/lend' }] } },
    '/row/0/permission',
    'E_SCHEMA_PERMISSION',
  ],
  [
    'a key that stands twice',
    {
      list: {
        columns: [
          { key: 'a', field: 'name' },
          { key: 'a', field: 'status' },
        ],
      },
    },
    '/columns/1/key',
    'E_SCHEMA_DUPLICATE',
  ],
  ['a name kept for pages made in the app', { list: { name: 'ownGadgets' } }, '/name', 'E_SCHEMA_CONFLICT'],
  ['an address kept for pages made in the app', { list: { path: '/own/gadgets' } }, '/path', 'E_SCHEMA_CONFLICT'],
  [
    'two tabs of one title',
    {
      list: {
        tabs: [
          { key: 'all', title: '全部' },
          { key: 'every', title: '全部' },
        ],
      },
    },
    '/tabs/1/title',
    'E_SCHEMA_DUPLICATE',
  ],
  [
    'a form that is not there',
    { list: { row: [{ key: 'edit', permission: 'gadget:edit', api: '/v1/gadget/modify', form: 'edit' }] } },
    '/row/0/form',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'a broken expression',
    {
      list: {
        row: [{ key: 'lend', permission: 'gadget:lend', api: '/v1/gadget/lend', visibleWhen: 'record.name ==' }],
      },
    },
    '/row/0/visibleWhen',
    'E_SCHEMA_EXPRESSION',
  ],
  [
    'a linked page that is not there',
    { list: { columns: [{ key: 'name', field: 'name', link: 'gadget' }] } },
    '/columns/0/link',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'a dictionary that is not there',
    { gadget: { fields: [{ key: 'name', title: '名称', type: 'enum', dictionary: 'gone' }], states: [] } },
    '/fields/0/dictionary',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'a permission of another entity',
    {
      gadget: {
        states: [
          {
            ...gadget.states[0],
            transitions: [{ key: 'lend', title: '借出', from: ['idle'], to: 'lent', permission: 'book:lend' }],
          },
        ],
      },
    },
    '/states/0/transitions/0/permission',
    'E_SCHEMA_PERMISSION',
  ],
  [
    'a state the dictionary does not have',
    { gadget: { states: [{ ...gadget.states[0], initial: ['broken'] }] } },
    '/states/0/initial/0',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
  ['an unknown property', { list: { colums: [] } }, '/colums', 'E_SCHEMA_SHAPE'],
  ['a missing property', { list: { columns: undefined } }, '', 'E_SCHEMA_SHAPE'],
  [
    'a role with an unknown page',
    { role: { schemaVersion: 2, code: 'keeper', title: '管理', dataScope: 'all', menus: ['gadget'], permissions: [] } },
    '/menus/0',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
  [
    'a menu leaf without page',
    { menu: { schemaVersion: 2, name: 'root', children: [{ key: 'gadget' }] } },
    '/children/0/key',
    'E_SCHEMA_UNKNOWN_NAME',
  ],
])('refuses %s', (_, over, pointer, code) => {
  expect(faultsOf(over)).toContainEqual(expect.objectContaining({ pointer, code }));
});

it('reports every fault at once', () => {
  const faults = faultsOf({
    list: {
      columns: [
        { key: 'a', field: 'one' },
        { key: 'b', field: 'two' },
      ],
      sort: ['three'],
    },
  });
  expect(faults.map((fault) => fault.got)).toEqual(['one', 'two', 'three']);
});

it('refuses what is no JSON and says so', () => {
  expect(loadDocuments([{ file: 'entities/broken.json', text: '{' }]).faults).toMatchObject([
    { code: 'E_JSON_UNREADABLE', file: 'entities/broken.json' },
  ]);
});
