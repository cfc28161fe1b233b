import { expect, it } from 'vitest';
import type { ActionStep } from '../../generated/documents.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { theatre } from '../theatre.testing.ts';

const actor = {
  ...{ schemaVersion: 2, name: 'actor', title: '演员', label: 'name', operations: ['query', 'view', 'create'] },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'contract', title: '合同', type: 'file' },
    { key: 'venueId', title: '场馆', type: 'ref', ref: 'venue' },
    { key: 'rivalId', title: '替角', type: 'ref', ref: 'actor' },
  ],
};

function actors(after: readonly ActionStep[], more: object = {}) {
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
    ...{ api: { query: '/v1/actor/query' }, columns: [{ key: 'name', field: 'name' }] },
    filters: [{ key: 'venue', field: 'venueId' }],
    toolbar: [
      { key: 'add', title: '新增', permission: 'actor:add', api: '/v1/actor/create', form: 'add', after, ...more },
    ],
    forms: { add: { sections: [{ key: 'base', fields: ['name'] }] } },
  };
}

const card = {
  ...{ schemaVersion: 2, name: 'card', path: '/card', title: '演员', kind: 'detail', entity: 'actor', scope: 'all' },
  ...{
    api: { view: '/v1/actor/view' },
    header: { title: 'name' },
    facts: [{ key: 'base', title: '基本', fields: ['name'] }],
  },
};

function faultsOf(after: readonly ActionStep[]) {
  const { faults } = loadDocuments([
    ...theatre.filter(({ file }) => file !== 'menu.json'),
    { file: 'entities/actor.json', text: JSON.stringify(actor) },
    { file: 'pages/card.json', text: JSON.stringify(card) },
    { file: 'pages/actors.json', text: JSON.stringify(actors(after)) },
  ]);
  return faults;
}

const refresh: ActionStep = { key: 'again', kind: 'refresh', entities: ['venue'] };
const open: ActionStep = { key: 'show', kind: 'open', page: 'card' };
const download: ActionStep = { key: 'paper', kind: 'download', field: 'contract' };
const navigate: ActionStep = { key: 'list', kind: 'navigate', page: 'actors', filters: { venue: 'record.venueId' } };

it('takes steps in their order, the one that leaves the page last', () => {
  expect(faultsOf([refresh, download, open])).toEqual([]);
  expect(faultsOf([download, navigate])).toEqual([]);
  expect(faultsOf([{ ...open, record: 'rivalId' }])).toEqual([]);
});

it.each<readonly [string, readonly ActionStep[], string]>([
  ['a step after leaving the page', [open, refresh], 'E_SCHEMA_CONFLICT'],
  ['an unknown entity', [{ ...refresh, entities: ['venues'] }], 'E_SCHEMA_UNKNOWN_NAME'],
  ['an unknown page', [{ ...open, page: 'cards' }], 'E_SCHEMA_UNKNOWN_NAME'],
  ['a list where a record is opened', [{ ...open, page: 'actors' }], 'E_SCHEMA_CONFLICT'],
  ['a record that an unknown field refers to', [{ ...open, record: 'placeId' }], 'E_SCHEMA_UNKNOWN_NAME'],
  ['a record that a text refers to', [{ ...open, record: 'name' }], 'E_SCHEMA_CONFLICT'],
  ['a related record in a page of another entity', [{ ...open, record: 'venueId' }], 'E_SCHEMA_CONFLICT'],
  ['an unknown filter', [{ ...navigate, filters: { place: 'record.venueId' } }], 'E_SCHEMA_UNKNOWN_NAME'],
  ['a filter of a page that has none', [{ ...navigate, page: 'card' }], 'E_SCHEMA_CONFLICT'],
  ['a filter by an unknown field', [{ ...navigate, filters: { venue: 'record.place' } }], 'E_SCHEMA_UNKNOWN_NAME'],
  ['a download of what is no file', [{ ...download, field: 'name' }], 'E_SCHEMA_CONFLICT'],
])('refuses %s', (_, after, code) => {
  expect(faultsOf(after).map((fault) => fault.code)).toEqual([code]);
});

it('takes the steps of a form page as those of a button, and one way to leave it', () => {
  const page = (more: object) => ({
    ...{
      schemaVersion: 2,
      name: 'newActor',
      path: '/new',
      title: '新演员',
      kind: 'form',
      entity: 'actor',
      scope: 'all',
    },
    ...{ permission: 'actor:add', api: { submit: '/v1/actor/create' } },
    form: { sections: [{ key: 'base', fields: ['name'] }] },
    ...more,
  });
  const faults = (more: object) =>
    loadDocuments([
      ...theatre.filter(({ file }) => file !== 'menu.json'),
      { file: 'entities/actor.json', text: JSON.stringify(actor) },
      { file: 'pages/card.json', text: JSON.stringify(card) },
      { file: 'pages/actors.json', text: JSON.stringify(actors([refresh])) },
      { file: 'pages/newActor.json', text: JSON.stringify(page(more)) },
    ]).faults.map(({ file, pointer }) => `${file}#${pointer}`);
  expect(faults({ after: [refresh, open] })).toEqual([]);
  expect(faults({ after: [open, refresh] })).toEqual(['pages/newActor.json#/after/0']);
  expect(faults({ after: [{ ...open, page: 'actors' }] })).toEqual(['pages/newActor.json#/after/0/page']);
  expect(faults({ after: [open], link: 'actors' })).toEqual(['pages/newActor.json#/link']);
  expect(faults({ after: [refresh], link: 'actors' })).toEqual([]);
});

it('opens a page that makes a record with what its form starts with', () => {
  const button = (values: object, link = 'newActor') => [
    { key: 'again', title: '再建', permission: 'actor:add', link, values },
  ];
  const page = {
    ...{
      schemaVersion: 2,
      name: 'newActor',
      path: '/new',
      title: '新演员',
      kind: 'form',
      entity: 'actor',
      scope: 'all',
    },
    ...{ permission: 'actor:add', api: { submit: '/v1/actor/create' } },
    form: { sections: [{ key: 'base', fields: ['name', { key: 'venueId' }] }] },
  };
  const faults = (row: object) =>
    loadDocuments([
      ...theatre.filter(({ file }) => file !== 'menu.json'),
      { file: 'entities/actor.json', text: JSON.stringify(actor) },
      { file: 'pages/card.json', text: JSON.stringify(card) },
      { file: 'pages/actors.json', text: JSON.stringify({ ...actors([refresh]), row }) },
      { file: 'pages/newActor.json', text: JSON.stringify(page) },
    ]).faults.map(({ pointer, got }) => `${pointer} ${got}`);
  expect(faults(button({ name: 'record.name', venueId: 'record.venueId' }))).toEqual([]);
  expect(faults(button({ rivalId: 'record.id' }))).toEqual(['/row/0/values/rivalId rivalId']);
  expect(faults(button({ name: 'record.name' }, 'card'))).toEqual(['/row/0/values/name name']);
  expect(faults(button({ name: 'record.nme' }))).toHaveLength(1);
});
