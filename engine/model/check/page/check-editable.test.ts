import { expect, it } from 'vitest';
import type { FormDocument, ListColumn, PanoramaPage } from '../../generated/documents.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { viewContext } from '../../view/compile/view-context.ts';
import { listView } from '../../view/list/list-view.ts';
import { theatre } from '../theatre.testing.ts';

const entity = {
  name: 'actor',
  ...{ schemaVersion: 2, title: '演员', label: 'name', operations: ['query', 'view', 'modify', 'history'] },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'age', title: '年龄', type: 'int' },
    { key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile' },
  ],
};
const modify = { key: 'edit', title: '编辑', permission: 'actor:edit', api: '/v1/actor/modify', form: 'edit' };
const form = (fields: FormDocument['sections'][number]['fields']): FormDocument => ({
  sections: [{ key: 'base', fields }],
});

function actors(columns: readonly ListColumn[], edit: FormDocument, row: readonly object[] = [modify]) {
  return {
    ...{
      schemaVersion: 2,
      name: 'actors',
      path: '/actors',
      title: '演员',
      kind: 'list',
      entity: 'actor',
      scope: 'all',
    },
    ...{ api: { query: '/v1/actor/query' }, columns, row, forms: { edit } },
  };
}

function load(page: object) {
  const base = theatre.filter((document) => document.file !== 'menu.json');
  return loadDocuments([
    ...base,
    { file: 'entities/actor.json', text: JSON.stringify(entity) },
    { file: 'pages/page.json', text: JSON.stringify(page) },
  ]);
}

const age: ListColumn = { key: 'age', field: 'age', editable: true };

it.each([
  ['no row action changes it', actors([age], form(['age']), [])],
  ['the form does not have it', actors([age], form(['name']))],
  ['the form keeps it', actors([age], form([{ key: 'age', readonly: true }]))],
  ['another field decides over it', actors([age], form([{ key: 'age', visibleWhen: 'form.name != null' }]))],
  ['it is masked', actors([{ key: 'mobile', field: 'mobile', editable: true }], form(['mobile']))],
])('refuses a column changed in place where %s', (_, page) => {
  expect(load(page).documents.pageFaults.get('actors')).toMatchObject([
    { at: expect.stringMatching(/^columns\//), faults: [{ code: 'E_SCHEMA_CONFLICT' }] },
  ]);
});

it('has a column changed by the action of the page, and by none where the reader lacks it', () => {
  const { documents, faults } = load(actors([age], form(['age'])));
  expect(faults).toEqual([]);
  const page = documents.pages.get('actors');
  if (page?.kind !== 'list') return expect.fail('no list');
  const bundle = {
    page,
    entities: [...documents.entities.values()],
    dictionaries: [],
    datasets: [],
    faults: [],
    hash: '',
  };
  const context = viewContext(bundle);
  expect(listView(page, context)?.columns[0]?.edit?.action.key).toBe('edit');
  expect(listView({ ...page, row: [] }, context)?.columns[0]?.edit).toBeUndefined();
});

it('takes the history of the record of a page, and no other', () => {
  const panorama = (api: string): Partial<PanoramaPage> => ({
    ...{
      schemaVersion: 2,
      name: 'card',
      path: '/card',
      title: '演员',
      kind: 'panorama',
      entity: 'actor',
      scope: 'all',
    },
    ...{
      api: { view: '/v1/actor/view' },
      header: { title: 'name' },
      facts: [{ key: 'base', title: '基本', fields: ['age'] }],
    },
    tabs: [{ key: 'history', title: '变更记录', kind: 'history', permission: 'actor:get', api }],
  });
  expect(load(panorama('/v1/actor/history')).faults).toEqual([]);
  expect(load(panorama('/v1/actor/view')).documents.pageFaults.get('card')).toMatchObject([{ at: 'tabs/history' }]);
});
