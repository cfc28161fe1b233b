import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

function faultsOf(text: object, reference: object = {}) {
  const entity = (name: string, fields: readonly object[]) => ({
    file: `entities/${name}.json`,
    text: JSON.stringify({ schemaVersion: 2, name, title: name, label: 'name', operations: ['query'], fields }),
  });
  const { faults } = loadDocuments([
    entity('patient', [{ key: 'name', title: '姓名', type: 'string', ...text }]),
    entity('visit', [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'patientId', title: '病人', type: 'ref', ref: 'patient', searchable: true, ...reference },
    ]),
  ]);
  return faults.map(({ file, pointer, code }) => `${file}#${pointer} ${code}`);
}

it('takes a reference to what has searchable texts', () => {
  expect(faultsOf({ searchable: true })).toEqual([]);
});

it.each([
  ['no searchable text', {}],
  ['one under a mask only', { type: 'mobile', searchable: true, mask: 'mobile' }],
  ['one that is secret only', { searchable: true, secret: true }],
])('refuses a searchable reference to what has %s', (_what, text) => {
  expect(faultsOf(text)).toContainEqual(expect.stringContaining('entities/visit.json#/fields/1/searchable'));
});
