import { expect, it } from 'vitest';
import { operationIndex } from '../../access/operations.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { importsOf } from '../../view/list/list-transfer.ts';
import { pageDependencies } from '../../view/page/page-dependencies.ts';

const name = { key: 'name', required: true };
const load = (action: object, operations: readonly string[] = ['query']) =>
  loadDocuments([
    {
      file: 'entities/guest.json',
      text: JSON.stringify({
        schemaVersion: 2,
        ...{ name: 'guest', title: '客人', label: 'name', operations },
        fields: [{ key: 'name', title: '姓名', type: 'string', required: true }],
        actions: [{ key: 'checkIn', title: '登记', permission: 'guest:check_in', ...action }],
      }),
    },
    {
      file: 'pages/guests.json',
      text: JSON.stringify({
        schemaVersion: 2,
        ...{ name: 'guests', path: '/guests', title: '客人', kind: 'list', entity: 'guest', scope: 'all' },
        api: { query: '/v1/guest/query' },
        columns: [{ key: 'name', field: 'name' }],
        toolbar: [{ key: 'in', title: '登记', permission: 'guest:check_in', api: '/v1/guest/check/in', form: 'in' }],
        forms: { in: { title: '登记', sections: [{ key: 'base', fields: ['name'] }] } },
      }),
    },
  ]);
const faultsOf = (action: object) => load(action).fatal.map(({ pointer, code }) => `${pointer} ${code}`);
const whole = { of: 'entity', import: 'undoable', input: [name] };

it.each(['undoable', 'final'])('takes an action of an entity that takes a table, %s', (word) => {
  expect(faultsOf({ ...whole, import: word })).toEqual([]);
});

it.each([
  ['an action of one record', { of: 'record' }, '/actions/0/import E_SCHEMA_CONFLICT'],
  ['an action that only reads', { reads: true }, '/actions/0/import E_SCHEMA_CONFLICT'],
  ['an action done as oneself', { asOneself: true }, '/actions/0/import E_SCHEMA_CONFLICT'],
  ['an action without an input', { input: [] }, '/actions/0/import E_SCHEMA_CONFLICT'],
  [
    'a required file',
    { input: [name, { key: 'photo', title: '照片', type: 'image', required: true }] },
    '/actions/0/input/1 E_SCHEMA_CONFLICT',
  ],
])('refuses %s', (_, more, fault) => {
  expect(faultsOf({ ...whole, ...more })).toEqual([fault]);
});

it('leaves files that need not be there to the form', () => {
  expect(faultsOf({ ...whole, input: [name, { key: 'photo', title: '照片', type: 'image' }] })).toEqual([]);
});

it('offers the table on a page with a button of the action, under its permission and no other', () => {
  const { documents } = load(whole, ['query', 'import']);
  const page = documents.pages.get('guests');
  if (page?.kind !== 'list') throw new TypeError('no list');
  expect(importsOf(page, operationIndex(documents))).toEqual([
    {
      kind: 'actionImport',
      entity: 'guest',
      key: 'checkIn',
      path: '/v1/guest/check/in/import',
      permission: 'guest:check_in',
      title: '批量登记',
    },
  ]);
  expect([...pageDependencies(page, documents).operations]).toContain('/v1/guest/check/in/import');
  const { documents: without } = load({ of: 'entity', input: [name] });
  expect(importsOf(page, operationIndex(without))).toEqual([]);
});
