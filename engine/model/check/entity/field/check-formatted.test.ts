import { expect, it } from 'vitest';
import { loadDocuments } from '../../../load/load-documents.ts';

const name = { key: 'name', title: '名称', type: 'string', required: true };
const faultsOf = (field: object) =>
  loadDocuments([
    {
      file: 'entities/paper.json',
      text: JSON.stringify({
        ...{ schemaVersion: 2, name: 'paper', title: '答卷', label: 'name', operations: ['query', 'view'] },
        fields: [name, { key: 'body', title: '正文', ...field }],
      }),
    },
  ]).faults.map(({ pointer }) => pointer);
const variables = [{ key: 'name', title: '姓名' }];

it('takes formats and variables of formatted text', () => {
  expect(faultsOf({ type: 'html', formats: ['bold', 'formula'], variables })).toEqual([]);
});

it.each([
  ['formats of a plain text', { type: 'text', formats: ['bold'] }, '/fields/1/formats'],
  ['variables of a plain text', { type: 'string', variables }, '/fields/1/variables'],
  ['an unknown format', { type: 'html', formats: ['blink'] }, '/fields/1/formats/0'],
  ['a format twice', { type: 'html', formats: ['bold', 'bold'] }, '/fields/1/formats'],
  ['a variable twice', { type: 'html', variables: [...variables, ...variables] }, '/fields/1/variables/1/key'],
  ['a variable without a title', { type: 'html', variables: [{ key: 'name' }] }, '/fields/1/variables/0'],
  ['a masked text', { type: 'html', mask: 'text' }, '/fields/1/mask'],
])('refuses %s', (_, field, pointer) => {
  expect(faultsOf(field)).toEqual([pointer]);
});
