import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const field = (key: string, type: string) => ({ key, title: key, type });

function faultsOf(tag: object, tones?: object) {
  return loadDocuments([
    document('entities', {
      ...{ name: 'patient', title: '病人', label: 'name', operations: ['view'] },
      fields: [field('name', 'string'), field('allergy', 'string')],
    }),
    document('pages', {
      ...{ name: 'patient', path: '/patient', title: '病人', kind: 'detail', entity: 'patient', scope: 'all' },
      api: { view: '/v1/patient/view' },
      header: { title: 'name', tags: [{ key: 'a', field: 'allergy', ...tag }] },
      facts: [{ key: 'base', title: '基本', fields: ['name', 'allergy'], ...(tones === undefined ? {} : { tones }) }],
    }),
  ]).faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

const red = "record.allergy != null ? 'red' : 'default'";

it('colours a tag and a fact', () => {
  expect(faultsOf({ tone: red }, { allergy: red })).toEqual([]);
});

it.each([
  ['a colour there is none of', { tone: "'crimson'" }, {}, '/header/tags/0/tone E_SCHEMA_UNKNOWN_NAME'],
  [
    'a field there is none of',
    { tone: "record.alergy != null ? 'red' : 'default'" },
    {},
    '/header/tags/0/tone E_SCHEMA_UNKNOWN_NAME',
  ],
  ['a fact of another group', {}, { allergie: red }, '/facts/0/tones/allergie E_SCHEMA_UNKNOWN_NAME'],
  [
    'a condition in the place of a colour',
    {},
    { allergy: 'record.allergy != null' },
    '/facts/0/tones/allergy E_SCHEMA_EXPRESSION',
  ],
])('refuses %s', (_, tag, tones, fault) => {
  expect(faultsOf(tag, Object.keys(tones).length === 0 ? undefined : tones)).toEqual([fault]);
});
