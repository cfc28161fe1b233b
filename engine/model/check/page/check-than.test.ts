import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const field = (key: string, type: string, more: object = {}) => ({ key, title: key, type, ...more });
const document = (folder: string, content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const list = {
  ...{ path: '/tasks', title: '任务', kind: 'list', entity: 'task', scope: 'all', api: { query: '/v1/task/query' } },
  columns: [{ key: 'name', field: 'name' }],
};

function faultsOf(condition: object) {
  return loadDocuments([
    document('entities', {
      ...{ name: 'task', title: '任务', label: 'name', operations: ['query'] },
      fields: [
        ...[field('name', 'string'), field('done', 'int'), field('most', 'decimal'), field('cost', 'money')],
        ...[field('mobile', 'string', { mask: 'mobile' }), field('dueAt', 'datetime'), field('day', 'date')],
        ...[field('parentId', 'ref', { ref: 'task' }), field('nextId', 'ref', { ref: 'task' })],
      ],
    }),
    document('pages', {
      name: 'tasks',
      ...list,
      tabs: [{ key: 'a', title: '甲', where: [{ key: 'c', ...condition }] }],
    }),
  ]).faults.map(({ pointer }) => pointer);
}
const at = '/tabs/0/where/0';

it.each([
  ['two numbers', { field: 'done', op: 'gte', than: 'most' }],
  ['two records', { field: 'parentId', op: 'ne', than: 'nextId' }],
  ['a field of what it refers to', { field: 'parent.done', op: 'lt', than: 'done' }],
])('compares %s', (_, condition) => {
  expect(faultsOf(condition)).toEqual([]);
});

it.each([
  ['an unknown field', { field: 'done', op: 'gt', than: 'moist' }, `${at}/than`],
  ['two kinds', { field: 'done', op: 'gt', than: 'dueAt' }, `${at}/than`],
  ['a day and a moment', { field: 'day', op: 'gt', than: 'dueAt' }, `${at}/than`],
  ['money and what is none', { field: 'done', op: 'gt', than: 'cost' }, `${at}/than`],
  ['a masked field', { field: 'name', op: 'eq', than: 'mobile' }, `${at}/than`],
  ['which record is greater', { field: 'parentId', op: 'gt', than: 'nextId' }, `${at}/than`],
  ['by an operator that compares nothing', { field: 'done', op: 'in', than: 'most' }, `${at}/op`],
  ['beside a value', { field: 'done', op: 'gt', than: 'most', value: 3 }, `${at}/value`],
])('tells of comparing %s', (_, condition, pointer) => {
  expect(faultsOf(condition)).toContain(pointer);
});
