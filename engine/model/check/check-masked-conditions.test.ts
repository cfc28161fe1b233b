import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { theatre } from './theatre.testing.ts';

const file = (folder: string, document: { readonly name: string }) => ({
  file: `${folder}/${document.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...document }),
});
const actor = file('entities', {
  name: 'actor',
  ...{ title: '演员', label: 'name', operations: ['query'] },
  ...{
    fields: [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile', searchable: true },
    ],
  },
});
const load = (condition: object) =>
  loadDocuments([
    ...theatre.filter((document) => document.file !== 'menu.json'),
    actor,
    file('pages', {
      name: 'actors',
      ...{ path: '/actors', title: '演员', kind: 'list', entity: 'actor', scope: 'all' },
      ...{
        api: { query: '/v1/actor/query' },
        columns: [{ key: 'name', field: 'name' }],
        tabs: [{ key: 'some', title: '一些', where: [{ key: 'c', field: 'mobile', ...condition }] }],
      },
    }),
  ]).documents.pageFaults.get('actors') ?? [];

it('lets a tab ask whether a masked field is empty, and for no value of it', () => {
  expect(load({ op: 'isNull' })).toEqual([]);
  for (const condition of [
    { op: 'eq', value: '13800000000' },
    { op: 'in', value: ['13800000000', '13800000001'] },
  ])
    expect(load(condition)).toMatchObject([{ at: 'tabs/some/where/c', faults: [{ code: 'E_SCHEMA_CONFLICT' }] }]);
});
