import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const box = (input: object, action: object = {}) => ({
  schemaVersion: 2,
  name: 'box',
  title: '箱子',
  label: 'label',
  operations: ['query'],
  fields: [
    { key: 'label', title: '标签', type: 'string', required: true },
    { key: 'weight', title: '重量', type: 'decimal' },
  ],
  actions: [{ key: 'weigh', title: '称重', permission: 'box:weigh', input: [{ key: 'weight', ...input }], ...action }],
});

const faultsOf = (input: object, action?: object) =>
  loadDocuments([{ file: 'entities/box.json', text: JSON.stringify(box(input, action)) }]).fatal.map(
    ({ pointer, code, got }) => `${pointer.replace('/actions/0/input/0', '')} ${code} ${got}`,
  );

it('takes bounds and a starting value that read the record and the user', () => {
  expect(faultsOf({ min: '0', max: 'record.weight * 2', defaultValue: 'record.weight' })).toEqual([]);
  expect(faultsOf({ key: 'label', defaultValue: "record.label + '，' + user.name" })).toEqual([]);
});

it.each([
  ['a name there is not', { max: 'record.wieght' }, '/max E_SCHEMA_UNKNOWN_NAME wieght'],
  ['another type', { max: 'record.label' }, '/max E_SCHEMA_EXPRESSION record.label (text)'],
  ['the values of the form', { defaultValue: 'form.weight' }, '/defaultValue E_SCHEMA_EXPRESSION form.weight'],
  ['bounds of a text', { key: 'label', min: '1' }, '/min E_SCHEMA_CONFLICT string'],
])('refuses %s', (_, input, fault) => {
  expect(faultsOf(input)).toEqual([fault]);
});

it('refuses them where an action is about no record', () => {
  expect(faultsOf({ max: '5' }, { of: 'entity' })).toEqual(['/max E_SCHEMA_CONFLICT max']);
});
