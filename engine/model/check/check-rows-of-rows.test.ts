import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const parent = (key: string, ref: string) => ({ key, title: key, type: 'ref', ref, required: true });
const child = (key: string, entity: string, by: string) => ({ children: [{ key, title: key, entity, by }] });

function entity(name: string, fields: readonly object[], more: object = {}) {
  return file(`entities/${name}.json`, {
    ...{ schemaVersion: 2, name, title: name, label: 'name', operations: ['query', 'view', 'create', 'modify'] },
    fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields],
    ...more,
  });
}

/** The faults of a paper with sections with items, of the form that changes it and of its page. */
function faultsOf(cells: readonly unknown[], more: { readonly item?: object; readonly page?: object } = {}) {
  const tables = [{ key: 'sections', columns: [{ key: 'name', field: 'name' }], ...more.page }];
  const common = { schemaVersion: 2, title: '试卷', entity: 'paper', scope: 'all' };
  const list = {
    ...{ ...common, name: 'papers', path: '/papers', kind: 'list', api: { query: '/v1/paper/query' } },
    columns: [{ key: 'name', field: 'name' }],
    forms: { edit: { sections: [{ key: 'base', fields: [{ key: 'sections', fields: cells }] }] } },
  };
  const detail = {
    ...{ ...common, name: 'paper', path: '/paper', kind: 'detail', api: { view: '/v1/paper/view' } },
    ...{ header: { title: 'name' }, facts: [{ key: 'base', title: '试卷', fields: ['name'] }], children: tables },
  };
  const { faults } = loadDocuments([
    entity('paper', [], child('sections', 'section', 'paperId')),
    entity('section', [parent('paperId', 'paper')], child('items', 'item', 'sectionId')),
    entity('item', [parent('sectionId', 'section'), { key: 'points', title: '分', type: 'int' }], more.item),
    entity('choice', [{ key: 'itemId', title: '小题', type: 'ref', ref: 'item' }]),
    file('pages/papers.json', list),
    file('pages/paper.json', detail),
  ]);
  return faults.map(({ file: name, pointer, got }) => `${name} ${pointer} ${got}`);
}

const form = 'pages/papers.json /forms/edit/sections/0/fields/0/fields';
const items = (...fields: readonly unknown[]) => ['name', { key: 'items', fields }];

it('takes rows of rows in entities, forms and pages', () => {
  const table = { key: 'items', columns: [{ key: 'points', field: 'points' }] };
  const cells = items('name', { key: 'points', requiredWhen: 'row.name != null' });
  expect(faultsOf(cells, { page: { children: [table] } })).toEqual([]);
});

it('refuses a third level where the first names the second', () => {
  const deep = faultsOf(items('name'), { item: child('choices', 'choice', 'itemId') });
  expect(deep).toEqual(['entities/paper.json /children/0/entity section.items']);
});

it.each([
  ['an unknown cell', items('pints'), `${form}/1/fields/0 pints`],
  ['no fields', ['name', 'items'], `${form}/1 items`],
  [
    'a condition on the list',
    ['name', { key: 'items', fields: ['name'], visibleWhen: 'true' }],
    `${form}/1/visibleWhen visibleWhen`,
  ],
  [
    'a cell of the row above',
    items({ key: 'points', requiredWhen: 'row.paperId != null' }),
    `${form}/1/fields/0/requiredWhen paperId`,
  ],
  [
    'a circle',
    items({ key: 'name', visibleWhen: 'row.points > 1' }, { key: 'points', visibleWhen: 'row.name != null' }),
    `${form}/1/fields/0/visibleWhen sections.items.name → sections.items.points → sections.items.name`,
  ],
])('refuses %s, with its place', (_what, cells, fault) => {
  expect(faultsOf(cells)).toEqual([fault]);
});

it('refuses a table of rows there are not', () => {
  const table = { key: 'itms', columns: [{ key: 'points', field: 'points' }] };
  expect(faultsOf(items('name'), { page: { children: [table] } })).toEqual([
    'pages/paper.json /children/0/children/0/key itms',
  ]);
});
