import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const document = (name: string, fields: readonly object[], more: object = {}) => ({
  ...{ schemaVersion: 2, name, title: name, label: 'name', operations: ['query', 'view', 'create', 'modify'] },
  fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields],
  ...more,
});

const number = (key: string, more: object = {}) => ({ key, title: key, type: 'int', ...more });

/** The faults of a form that changes a sheet with answers, or creates one. */
function faultsOf(fields: readonly unknown[], verb: 'modify' | 'create' = 'modify', more: readonly object[] = []) {
  const sheet = document(
    'sheet',
    [number('sum', { compute: 'sum(record.answers, row.score)' }), number('kept', { readonly: true })],
    {
      children: [{ key: 'answers', title: '作答', entity: 'answer', by: 'sheetId' }],
    },
  );
  const question = document('question', [number('points'), { ...number('key'), secret: true }]);
  const answer = document('answer', [
    { key: 'sheetId', title: '答卷', type: 'ref', ref: 'sheet' },
    { key: 'questionId', title: '题目', type: 'ref', ref: 'question' },
    number('score'),
  ]);
  const action = { key: verb, title: verb, permission: verb === 'modify' ? 'sheet:edit' : 'sheet:add' };
  const page = {
    ...{
      schemaVersion: 2,
      name: 'sheets',
      path: '/sheets',
      title: '答卷',
      kind: 'list',
      entity: 'sheet',
      scope: 'all',
    },
    api: { query: '/v1/sheet/query', view: '/v1/sheet/view' },
    columns: [{ key: 'name', field: 'name' }],
    [verb === 'modify' ? 'row' : 'toolbar']: [{ ...action, api: `/v1/sheet/${verb}`, form: 'edit' }],
    forms: { edit: { sections: [{ key: 'base', fields }, ...more] } },
  };
  const { faults } = loadDocuments([
    file('entities/sheet.json', sheet),
    file('entities/question.json', question),
    file('entities/answer.json', answer),
    file('pages/sheets.json', page),
  ]);
  return faults.map(({ pointer, got }) => `${pointer.replace(/\/forms\/edit\/sections(\/0\/fields)?/, '')} ${got}`);
}

const cells = (...fields: readonly unknown[]) => [{ key: 'answers', rows: 'fixed', fields }];

it('shows computed, readonly and related fields in forms and rows; expressions of the form read them', () => {
  const points = { key: 'points', field: 'question.points', shown: true };
  const rows = cells({ key: 'stem', field: 'question.name', shown: true }, points, {
    key: 'score',
    requiredWhen: 'row.points > 0 && form.sum > 1',
  });
  expect(faultsOf([{ key: 'sum', shown: true, title: '总分' }, { key: 'kept', shown: true }, ...rows])).toEqual([]);
});

it.each([
  ['what people may fill in', [{ key: 'name', shown: true }], '/0 name'],
  ['a cell people may fill in', cells({ key: 'score', shown: true }), '/0/fields/0 score'],
  [
    'a path that leads nowhere',
    cells({ key: 'p', field: 'question.pints', shown: true }),
    '/0/fields/0/field question.pints',
  ],
  ['a secret', cells({ key: 'p', field: 'question.key', shown: true }), '/0/fields/0/field question.key'],
  ['a word for filling in', [{ key: 'sum', shown: true, required: true }], '/0/required required'],
  [
    'a condition that does not read',
    [{ key: 'sum', shown: true, visibleWhen: 'form.nme == null' }],
    '/0/visibleWhen nme',
  ],
  ['a path without shown', [{ key: 'name', field: 'sum' }], '/0/field name'],
  ['fixed rows that are no rows', [{ key: 'name', rows: 'fixed' }], '/0/rows name'],
  ['a stored value worked out', [{ key: 'kept', shown: true, compute: '1' }], '/0/compute kept'],
  ['a value of another type', [{ key: 'sum', shown: true, compute: "'a'" }], "/0/compute 'a' (text)"],
  ['cards of what are no rows', [{ key: 'name', arrange: 'cards' }], '/0/arrange name'],
  [
    'a shown value that is not in the form',
    ['name', { key: 'kept', shown: true, visibleWhen: 'form.sum > 1' }],
    '/1/visibleWhen sum',
  ],
])('refuses %s, with its place', (_what, fields, fault) => {
  expect(faultsOf(fields)).toEqual([fault]);
});

it('refuses fixed rows where the record is new', () => {
  expect(faultsOf(['name', ...cells('score')], 'create')).toEqual(['/1/rows answers']);
});

it('lets what is only shown stand beside what is filled in, and nothing else', () => {
  const beside = (...fields: readonly unknown[]) => ({ key: 'beside', title: '合计', beside: true, fields });
  const sum = { key: 'sum', shown: true, compute: 'sum(form.answers, row.score)' };
  const rows = [{ key: 'answers', fields: ['score'] }];
  expect(faultsOf(rows, 'create', [beside(sum, { key: 'kept', shown: true })])).toEqual([]);
  expect(faultsOf(rows, 'create', [beside(sum, 'name')])).toEqual(['/1/fields/1 name']);
});
