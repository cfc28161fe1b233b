import '../all-texts/all-texts.testing.ts';
import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const entity = (name: string, fields: readonly object[]) =>
  file(`entities/${name}.json`, {
    schemaVersion: 2,
    name,
    title: name,
    label: 'name',
    operations: ['query', 'view', 'create', 'history'],
    fields: [{ key: 'name', title: '名称', type: 'string', maxLength: 20, required: true }, ...fields],
  });
const ref = (key: string, to: string) => ({ key, title: key, type: 'ref', ref: to });
const entities = [
  entity('client', [{ key: 'open', title: '开放', type: 'bool' }]),
  entity('note', [ref('clientId', 'client')]),
  entity('deal', [ref('clientId', 'client'), ref('rivalId', 'note')]),
];
const panorama = (name: string, about: string, more: object) => ({
  schemaVersion: 2,
  name,
  path: `/${name}`,
  title: name,
  kind: 'panorama',
  entity: about,
  scope: 'all',
  api: { view: `/v1/${about}/view` },
  header: { title: 'name' },
  facts: [{ key: 'base', title: '基本', fields: ['name'] }],
  ...more,
});
const clientPanorama = panorama('clientPanorama', 'client', {
  tabs: [
    {
      key: 'notes',
      title: '记事',
      kind: 'list',
      entity: 'note',
      permission: 'note:query',
      api: '/v1/note/query',
      match: { clientId: '@record.id' },
      columns: [{ key: 'name', field: 'name' }],
      toolbar: [
        {
          key: 'add',
          title: '记一笔',
          permission: 'note:add',
          api: '/v1/note/create',
          form: 'note',
          values: { clientId: 'record.id' },
          visibleWhen: "record.open == true && record.name != 'record'",
        },
        {
          key: 'all',
          title: '全部记事',
          permission: 'note:query',
          after: [{ key: 'list', kind: 'navigate', page: 'notes', filters: { client: 'record.id' } }],
        },
      ],
      empty: '没有记事',
    },
    { key: 'history', title: '变更', kind: 'history', permission: 'client:get', api: '/v1/client/history' },
  ],
  forms: {
    note: { title: '记一笔', entity: 'note', sections: [{ key: 'base', fields: ['name'] }] },
    edit: { title: '改', sections: [{ key: 'base', fields: ['name', 'open'] }] },
  },
});
const notes = {
  ...{ schemaVersion: 2, name: 'notes', path: '/notes', title: 'notes', kind: 'list', entity: 'note', scope: 'all' },
  ...{ api: { query: '/v1/note/query' }, columns: [{ key: 'name', field: 'name' }] },
  filters: [{ key: 'client', field: 'clientId' }],
};
const dealPanorama = (more: object) => panorama('dealPanorama', 'deal', more);
const load = (deal: object) =>
  loadDocuments([
    ...entities,
    file('pages/a/notes.json', notes),
    file('pages/a/client.json', clientPanorama),
    file('pages/a/deal.json', deal),
  ]);

it('shows the rows of the related record, with the buttons and forms that belong to them', () => {
  const { documents, faults } = load(
    dealPanorama({
      tabsOf: { page: 'clientPanorama', through: 'client' },
      tabs: [
        { key: 'notes', empty: '客户没有记事' },
        { key: 'history', title: '变更', kind: 'history', permission: 'deal:get', api: '/v1/deal/history' },
      ],
    }),
  );
  expect(faults).toEqual([]);
  const page = documents.pages.get('dealPanorama');
  expect(page).toMatchObject({
    tabs: [
      {
        key: 'notes',
        title: '记事',
        empty: '客户没有记事',
        match: { clientId: '@record.client.id' },
        toolbar: [
          {
            values: { clientId: 'record.client.id' },
            visibleWhen: "record.client.open == true && record.client.name != 'record'",
          },
          { after: [{ page: 'notes', filters: { client: 'record.client.id' } }] },
        ],
      },
      { key: 'history', api: '/v1/deal/history' },
    ],
  });
  expect(page?.kind === 'panorama' && Object.keys(page.forms ?? {})).toEqual(['note']);
});

it('puts the borrowed tabs after the own ones where it is asked to', () => {
  const own = {
    key: 'rivals',
    title: '对手',
    kind: 'list',
    entity: 'note',
    permission: 'note:query',
    api: '/v1/note/query',
    match: { id: '@record.rivalId' },
    columns: [{ key: 'name', field: 'name' }],
  };
  const { documents, faults } = load(
    dealPanorama({ tabsOf: { page: 'clientPanorama', through: 'client', place: 'after' }, tabs: [own] }),
  );
  expect(faults).toEqual([]);
  expect(documents.pages.get('dealPanorama')).toMatchObject({ tabs: [{ key: 'rivals' }, { key: 'notes' }] });
});

it('names a page that is not there, a relation that leads elsewhere and a circle', () => {
  expect(load(dealPanorama({ tabsOf: { page: 'clientPanoram', through: 'client' }, tabs: [] })).faults).toEqual([
    expect.objectContaining({ file: 'pages/a/deal.json', pointer: '/tabsOf/page', nearest: 'clientPanorama' }),
  ]);
  const elsewhere = load(dealPanorama({ tabsOf: { page: 'clientPanorama', through: 'rival' }, tabs: [] })).faults;
  expect(elsewhere).toContainEqual(
    expect.objectContaining({ file: 'pages/a/deal.json', pointer: '/tabsOf', expectedEn: 'an id of client' }),
  );
  const circle = loadDocuments([
    ...entities,
    file('pages/a/notes.json', notes),
    file('pages/a/notes.json', notes),
    file('pages/a/client.json', { ...clientPanorama, tabsOf: { page: 'dealPanorama', through: 'client' } }),
    file('pages/a/deal.json', dealPanorama({ tabsOf: { page: 'clientPanorama', through: 'client' }, tabs: [] })),
  ]);
  expect(circle.faults.some((fault) => fault.expectedEn === 'no cycle of extends')).toBe(true);
});
