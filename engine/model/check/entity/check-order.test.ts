import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const place = { key: 'place', title: '次序', type: 'int', readonly: true, sortable: true };
const fields = [
  { key: 'name', title: '名称', type: 'string' },
  { key: 'parentId', title: '上级', type: 'ref', ref: 'lesson' },
  { key: 'mobile', title: '电话', type: 'string', mask: 'mobile' },
  { key: 'typed', title: '填的', type: 'int', sortable: true },
  { key: 'startsAt', title: '开课', type: 'datetime' },
  place,
];
const list = {
  ...{
    schemaVersion: 2,
    name: 'lessons',
    path: '/lessons',
    title: '课时',
    kind: 'list',
    entity: 'lesson',
    scope: 'all',
  },
  api: { query: '/v1/lesson/query', move: '/v1/lesson/move' },
  columns: [{ key: 'name', field: 'name' }],
};

function faultsOf(more: object, page: object | undefined = undefined) {
  const lesson = {
    ...{ schemaVersion: 2, name: 'lesson', title: '课时', label: 'name', operations: ['query', 'move'], fields },
    ...more,
  };
  return loadDocuments([
    { file: 'entities/lesson.json', text: JSON.stringify(lesson) },
    ...(page === undefined ? [] : [{ file: 'pages/lessons.json', text: JSON.stringify(page) }]),
  ]).faults.map(({ pointer }) => pointer);
}

it('takes a number that only the server writes, within a field or not', () => {
  expect(faultsOf({ order: { field: 'place' } }, list)).toEqual([]);
  expect(faultsOf({ order: { field: 'place', within: 'parentId' } })).toEqual([]);
});

it.each([
  ['a number somebody fills in', { order: { field: 'typed' } }, '/order/field'],
  ['a text', { order: { field: 'name' } }, '/order/field'],
  ['an unknown field', { order: { field: 'plaice' } }, '/order/field'],
  ['a masked group', { order: { field: 'place', within: 'mobile' } }, '/order/within'],
  ['a group by moments', { order: { field: 'place', within: 'startsAt' } }, '/order/within'],
  [
    'a tree with an order of its own',
    { order: { field: 'place' }, tree: { parent: 'parentId', order: 'typed' } },
    '/order',
  ],
  ['moving what has no order', {}, '/operations/1'],
])('tells of %s', (_, more, pointer) => {
  expect(faultsOf(more)).toContain(pointer);
});

it('tells of a list that moves the nodes of a tree', () => {
  expect(faultsOf({ tree: { parent: 'parentId' } }, list)).toContain('/api/move');
});
