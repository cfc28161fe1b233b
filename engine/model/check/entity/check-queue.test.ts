import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const name = { key: 'name', title: '名称', type: 'string', required: true };
const fields = [
  name,
  { key: 'rank', title: '次序', type: 'int', sortable: true },
  { key: 'size', title: '大小', type: 'int' },
  { key: 'mobile', title: '电话', type: 'mobile', mask: 'mobile' },
  { key: 'markerId', title: '批改人', type: 'ref', ref: 'staff', readonly: true },
  { key: 'until', title: '保留到', type: 'datetime', readonly: true },
  { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  { key: 'dueAt', title: '到期', type: 'datetime' },
  { key: 'groupId', title: '组', type: 'ref', ref: 'paper', readonly: true },
];
const good = { lock: 'markerId', until: 'until', where: 'record.size > 1', permission: 'paper:mark' };

function faultsOf(queue: object | undefined, more: object = {}, pages: readonly object[] = []) {
  return loadDocuments([
    document('entities', { name: 'staff', title: '员工', label: 'name', operations: ['query'], fields: [name] }),
    document('entities', {
      ...{ name: 'paper', title: '答卷', label: 'name', operations: ['query', 'view'], fields },
      ...(queue === undefined ? {} : { queue }),
      ...more,
    }),
    ...pages.map((page) => document('pages', { name: 'papers', ...page })),
  ]).faults.map(({ pointer }) => pointer);
}

it('takes two fields of its own, a condition an index holds and an order', () => {
  expect(faultsOf({ ...good, order: ['-rank', 'createdAt'], minutes: 5 })).toEqual([]);
});

it.each([
  ['an unknown field', { ...good, lock: 'marker' }, '/queue/lock'],
  ['a lock that somebody fills in', { ...good, lock: 'ownerId' }, '/queue/lock'],
  ['a lock that is nobody of staff', { ...good, lock: 'groupId' }, '/queue/lock'],
  ['a moment that somebody fills in', { ...good, until: 'dueAt' }, '/queue/until'],
  ['a moment that is none', { ...good, until: 'size' }, '/queue/until'],
  ['a condition on the reader', { ...good, where: 'record.ownerId == user.id' }, '/queue/where'],
  ['a condition on another record', { ...good, where: "record.owner.name == '王'" }, '/queue/where'],
  ['a condition on time', { ...good, where: 'record.dueAt < now' }, '/queue/where'],
  ['an order by what lists are not sorted by', { ...good, order: ['size'] }, '/queue/order/0'],
  ['an order by what is masked', { ...good, order: ['mobile'] }, '/queue/order/0'],
  ['an order that says a field twice', { ...good, order: ['rank', '-rank'] }, '/queue/order'],
  ["another entity's permission", { ...good, permission: 'staff:mark' }, '/queue/permission'],
])('tells of %s', (_, queue, pointer) => {
  expect(faultsOf(queue)).toContain(pointer);
});

it('tells of a transition that writes what the queue notes', () => {
  const states = [
    {
      ...{ key: 'flow', field: 'state', initial: ['a'], editable: { '*': '*' } },
      transitions: [
        { key: 'take', title: '领', from: ['a'], to: 'a', permission: 'paper:mark', set: { markerId: 'user.id' } },
      ],
    },
  ];
  const state = { key: 'state', title: '状态', type: 'enum', dictionary: 'state', required: true, readonly: true };
  const dictionary = document('dictionaries', {
    ...{ name: 'state', title: '状态', values: [{ key: 'a', title: '甲' }] },
  });
  const { faults } = loadDocuments([
    dictionary,
    document('entities', { name: 'staff', title: '员工', label: 'name', operations: ['query'], fields: [name] }),
    document('entities', {
      ...{ name: 'paper', title: '答卷', label: 'name', operations: ['query', 'view'], fields: [...fields, state] },
      ...{ queue: good, states },
    }),
  ]);
  expect(faults.map(({ pointer }) => pointer)).toContain('/queue/lock');
});

const list = (step: object, permission = 'paper:mark') => ({
  ...{ path: '/papers', title: '答卷', kind: 'list', entity: 'paper', scope: 'all', api: { query: '/v1/paper/query' } },
  columns: [{ key: 'name', field: 'name' }],
  toolbar: [{ key: 'start', title: '开始', permission, after: [{ key: 'next', kind: 'next', ...step }] }],
});
const card = {
  ...{ name: 'card', path: '/card', title: '答卷', kind: 'detail', entity: 'paper', scope: 'all' },
  ...{ api: { view: '/v1/paper/view' }, header: { title: 'name' } },
  facts: [{ key: 'base', title: '基本', fields: ['name'] }],
};
const at = '/toolbar/0/after/0';

it.each([
  ['nothing', good, list({ page: 'card' }), undefined],
  ['an entity without a queue', undefined, list({ page: 'card' }, 'paper:query'), `${at}/kind`],
  ['a page that shows no record', good, list({ page: 'papers' }), `${at}/page`],
  ['an unknown page', good, list({ page: 'card', empty: 'nowhere' }), `${at}/empty`],
  ['a button that others see than may take', good, list({ page: 'card' }, 'paper:query'), `${at}/kind`],
])('tells of %s in a step', (_, queue, page, pointer) => {
  expect(faultsOf(queue, {}, [page, card])).toEqual(pointer === undefined ? [] : expect.arrayContaining([pointer]));
});
