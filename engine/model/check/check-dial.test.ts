import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';
import { theatre } from './theatre.testing.ts';

const base = theatre.filter((document) => document.file !== 'menu.json');
const faultsOf = (field: object) => {
  const actor = {
    ...{ schemaVersion: 2, name: 'actor', title: '演员', label: 'name', operations: ['query'] },
    fields: [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'phone', title: '电话', dial: true, ...field },
    ],
  };
  return loadDocuments([...base, { file: 'entities/actor.json', text: JSON.stringify(actor) }]).faults.map(
    ({ pointer, code }) => `${code} ${pointer}`,
  );
};

it.each([
  ['a text', { type: 'string' }],
  ['a masked number', { type: 'mobile', mask: 'mobile' }],
])('dials %s', (_, field) => {
  expect(faultsOf(field)).toEqual([]);
});

it.each([
  ['a day', { type: 'date' }],
  ['what never leaves the server', { type: 'string', secret: true }],
])('refuses to dial %s', (_, field) => {
  expect(faultsOf(field)).toEqual(['E_SCHEMA_CONFLICT /fields/1/dial']);
});

it.each([
  ['a number', { type: 'mobile', undialled: [{ when: "record.name == '甲'", message: '不拨打' }] }, []],
  [
    'what is not dialled',
    { type: 'mobile', dial: false, undialled: [{ when: "record.name == '甲'", message: '不拨打' }] },
    ['E_SCHEMA_CONFLICT /fields/1/undialled'],
  ],
  [
    'what its rows do not tell, from what is not there',
    { type: 'mobile', undialled: [{ when: 'record.age > 1', message: '不拨打', exceptFrom: ['nobody'] }] },
    ['E_SCHEMA_UNKNOWN_NAME /fields/1/undialled/0/when', 'E_SCHEMA_UNKNOWN_NAME /fields/1/undialled/0/exceptFrom/0'],
  ],
])('says when %s is not to be called', (_, field, faults) => {
  expect(faultsOf(field)).toEqual(faults);
});
