import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `entities/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, label: 'name', operations: ['query', 'create'], ...content }),
});
const name = { key: 'name', title: '名称', type: 'string', required: true };
const ref = (key: string, target: string) => ({ key, title: key, type: 'ref', ref: target });

function faultsOf(through: object, { access = {}, visit = {} }: { access?: object; visit?: object } = {}) {
  return loadDocuments([
    document({ name: 'staff', ...{ title: '员工', fields: [name] } }),
    document({ name: 'department', ...{ title: '科室', fields: [name] } }),
    document({
      ...{ name: 'patient', title: '病人', fields: [name, ref('ownerId', 'staff'), ref('departmentId', 'department')] },
      access: { owner: ['ownerId'], department: ['departmentId'], through: [through], ...access },
    }),
    document({
      ...{ name: 'visit', title: '就诊' },
      fields: [
        ...[name, ref('patientId', 'patient'), ref('doctorId', 'staff'), ref('nurseId', 'staff')],
        ...[ref('departmentId', 'department'), ref('nextId', 'visit')],
      ],
      indexes: [
        { key: 'doctor', fields: ['doctorId', 'patientId'] },
        { key: 'department', fields: ['departmentId', 'patientId', 'name'] },
        { key: 'nurse', fields: ['nurseId', 'patientId'], where: 'record.name != null' },
      ],
      ...visit,
    }),
  ]).faults.map(({ pointer }) => pointer);
}
const at = '/access/through/0';
const whole = { entity: 'visit', by: 'patientId', owner: ['doctorId'], department: ['departmentId'] };

it('takes references to staff and departments that an index finds', () => {
  expect(faultsOf(whole)).toEqual([]);
});

it.each([
  ['an unknown entity', { ...whole, entity: 'visits' }, `${at}/entity`],
  ['what refers to something else', { ...whole, by: 'nextId' }, `${at}/by`],
  ['neither', { entity: 'visit', by: 'patientId' }, at],
  ['an unknown field', { ...whole, owner: ['doctor'] }, `${at}/owner/0`],
  ['a department that owns', { ...whole, owner: ['departmentId'] }, `${at}/owner/0`],
  ['somebody for a department', { ...whole, department: ['doctorId'] }, `${at}/department/0`],
  ['a field that only a partial index has', { ...whole, owner: ['nurseId'] }, `${at}/owner/0`],
])('tells of %s', (_, through, pointer) => {
  expect(faultsOf(through)).toContain(pointer);
});

it('tells of a path beside it, and of rows that are never deleted', () => {
  expect(faultsOf(whole, { access: { owner: ['owner.id'] } })).toContain('/access/owner/0');
  expect(faultsOf(whole, { visit: { appendOnly: true } })).toContain(`${at}/entity`);
});
