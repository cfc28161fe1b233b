import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { pageDependencies } from '../view/page/page-dependencies.ts';
import { theatre } from './theatre.testing.ts';

const file = (folder: string, document: { readonly name: string }) => ({
  file: `${folder}/${document.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...document }),
});
const actor = (operations: readonly string[]) =>
  file('entities', {
    name: 'actor',
    ...{ title: '演员', label: 'name', operations },
    ...{
      fields: [
        { key: 'name', title: '名称', type: 'string' },
        { key: 'fee', title: '片酬', type: 'money' },
        { key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile' },
      ],
    },
  });
const page = (total: string) =>
  file('pages', {
    name: 'actors',
    ...{ path: '/actors', title: '演员', kind: 'list', entity: 'actor', scope: 'all' },
    ...{
      api: { query: '/v1/actor/query' },
      columns: ['name', 'fee', 'mobile'].map((key) => ({ key, field: key, ...(key === total ? { total: true } : {}) })),
    },
  });
const base = theatre.filter((document) => document.file !== 'menu.json');
const load = (total: string, operations = ['query', 'group']) =>
  loadDocuments([...base, actor(operations), page(total)]);

it('takes the total of a number, and of nothing else', () => {
  expect(load('fee').documents.pageFaults.get('actors') ?? []).toEqual([]);
  for (const key of ['name', 'mobile'])
    expect(load(key).documents.pageFaults.get('actors')).toMatchObject([
      { at: `columns/${key}`, faults: [{ code: 'E_SCHEMA_CONFLICT' }] },
    ]);
});

it('lets a list be grouped where its entity opens that', () => {
  const operationsOf = (operations: readonly string[]) => {
    const { documents } = load('fee', [...operations]);
    const shown = documents.pages.get('actors');
    return shown === undefined ? [] : [...pageDependencies(shown, documents).operations].sort();
  };
  expect(operationsOf(['query'])).toEqual(['/v1/actor/query']);
  expect(operationsOf(['query', 'group'])).toEqual(['/v1/actor/group', '/v1/actor/query']);
});
