import { expect, it } from 'vitest';
import { loadDocuments } from '../../../load/load-documents.ts';

const document = (file: string, json: object) => ({ file, text: JSON.stringify({ schemaVersion: 2, ...json }) });
const kinds = ['mobile', 'email'].map((key) => ({ key, title: key }));
const base = [document('dictionaries/mask_kind.json', { name: 'mask_kind', title: '脱敏字段', values: kinds })];
const own = document('dictionaries/mask_kind.json', {
  ...{ name: 'mask_kind', extends: 'mask_kind' },
  values: [{ key: 'patient_mobile', title: '病人手机号' }],
});
const entity = (name: string, field: object) =>
  document(`entities/${name}.json`, {
    ...{ name, title: name, label: 'name', operations: ['query', 'view'] },
    fields: [
      { key: 'name', title: '名称', type: 'string', required: true },
      { key: 'contact', title: '联系方式', type: 'string', ...field },
    ],
  });
const role = (fields: readonly object[]) =>
  document('roles/doctor.json', {
    code: 'doctor',
    title: '医生',
    dataScope: 'self',
    menus: [],
    permissions: [],
    fields,
  });

const faultsOf = (...files: readonly { file: string; text: string }[]) =>
  loadDocuments([own, ...files], { base }).faults.map(({ file, pointer, got, nearest }) =>
    [file, pointer, got, nearest].filter((part) => part !== undefined).join(' '),
  );
const patient = entity('patient', { mask: 'mobile', maskPolicy: 'patient_mobile' });

it('a product adds policies to those of the platform, names them on fields and tells roles of them', () => {
  const loaded = loadDocuments([own, patient, role([{ key: 'patient_mobile', mask: 'mobile', mode: 'plain' }])], {
    base,
  });
  expect(loaded.faults).toEqual([]);
  expect(loaded.documents.dictionaries.get('mask_kind')?.values.map(({ key }) => key)).toEqual([
    'mobile',
    'email',
    'patient_mobile',
  ]);
});

it.each([
  ['without a mask', { maskPolicy: 'patient_mobile' }, '/fields/1/maskPolicy patient_mobile'],
  ['misspelt', { mask: 'mobile', maskPolicy: 'patient_mobil' }, '/fields/1/maskPolicy patient_mobil patient_mobile'],
  ['the name of a kind', { mask: 'email', maskPolicy: 'mobile' }, '/fields/1/maskPolicy mobile'],
  ['no name', { mask: 'email', maskPolicy: 'Patient Mobile' }, '/fields/1/maskPolicy Patient Mobile'],
])('refuses a policy of its own that is %s', (_, field, told) => {
  const [first = ''] = faultsOf(entity('visit', field));
  expect(first.startsWith(`entities/visit.json ${told}`), first).toBe(true);
});

it('refuses one policy over masks of two kinds, and a role that tells of it as of another kind', () => {
  const visit = entity('visit', { mask: 'email', maskPolicy: 'patient_mobile' });
  expect(faultsOf(patient, visit)).toEqual(['entities/visit.json /fields/1/maskPolicy email']);
  const told = role([{ key: 'patient_mobile', mask: 'email', mode: 'plain' }]);
  expect(faultsOf(patient, told)).toEqual(['roles/doctor.json /fields/0/key patient_mobile']);
});
