import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';
import { theatre } from '../theatre.testing.ts';

const actor = (chip?: string) => ({
  name: 'actor',
  ...{ schemaVersion: 2, title: '演员', label: 'name', operations: ['query', 'view', 'modify'] },
  ...(chip === undefined ? {} : { chip }),
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'tone', title: '色调', type: 'enum', dictionary: 'actor_tone' },
    { key: 'friendIds', title: '搭档', type: 'refs', ref: 'actor' },
  ],
});
const tones = { schemaVersion: 2, name: 'actor_tone', title: '色调', values: [{ key: 'a', title: '甲', tone: 'red' }] };
const button = {
  key: 'join',
  title: '加入',
  permission: 'actor:edit',
  api: '/v1/actor/modify',
  form: 'join',
  change: 'add',
};

function faultsOf(page: object, chip?: string): readonly string[] {
  const whole = {
    ...{
      schemaVersion: 2,
      name: 'actors',
      path: '/actors',
      title: '演员',
      kind: 'list',
      entity: 'actor',
      scope: 'all',
    },
    ...{ api: { query: '/v1/actor/query', view: '/v1/actor/view' }, columns: [{ key: 'name', field: 'name' }] },
    ...page,
  };
  const { faults } = loadDocuments([
    ...theatre.filter((document) => document.file !== 'menu.json'),
    { file: 'dictionaries/tone.json', text: JSON.stringify(tones) },
    { file: 'entities/actor.json', text: JSON.stringify(actor(chip)) },
    { file: 'pages/page.json', text: JSON.stringify(whole) },
  ]);
  return faults
    .filter(({ file }) => file === 'pages/page.json' || file === 'entities/actor.json')
    .map(({ pointer, code }) => `${pointer} ${code}`);
}
const forms = (...fields: readonly string[]) => ({ join: { layout: 'modal', sections: [{ key: 'base', fields }] } });

it('puts records into lists by a button over a selection, with a form of several references', () => {
  expect(faultsOf({ bulk: [button], forms: forms('friendIds') })).toEqual([]);
});

it.each([
  ['on one row', { row: [button], forms: forms('friendIds') }, '/row/0/change'],
  ['with other fields', { bulk: [button], forms: forms('friendIds', 'name') }, '/bulk/0/change'],
  ['without a form', { bulk: [{ ...button, form: undefined }], forms: forms('friendIds') }, '/bulk/0/change'],
])('refuses it %s', (_, page, at) => {
  expect(faultsOf(page)).toEqual([`${at} E_SCHEMA_CONFLICT`]);
});

it('colours the name of a record by a stored choice of its own', () => {
  expect(faultsOf({}, 'tone')).toEqual([]);
  expect(faultsOf({}, 'name')).toEqual(['/chip E_SCHEMA_CONFLICT']);
  expect(faultsOf({}, 'nothing')).toEqual(['/chip E_SCHEMA_UNKNOWN_NAME']);
});
