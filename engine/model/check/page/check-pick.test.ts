import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const document = (name: string, fields: readonly object[], more: object = {}) => ({
  ...{ schemaVersion: 2, name, title: name, label: 'name', operations: ['query', 'view', 'create', 'modify'] },
  fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields],
  ...more,
});
const list = (name: string, entity: string, more: object = {}) => ({
  ...{ schemaVersion: 2, name, path: `/${name}`, title: name, kind: 'list', entity, scope: 'all' },
  ...{ api: { query: `/v1/${entity}/query` }, columns: [{ key: 'name', field: 'name' }] },
  ...more,
});

type Over = {
  readonly pick?: object;
  readonly rows?: object;
  readonly cells?: readonly unknown[];
  readonly questions?: object;
  readonly filter?: object | undefined;
  readonly indexes?: readonly object[];
};

const once = { key: 'once', fields: ['paperId', 'questionId'], unique: true };
const picked = { page: 'questions', field: 'questionId', values: { points: 'points' } };

/** The faults of a form whose items are picked from a list of questions. */
function faultsOf({
  pick = {},
  rows = {},
  cells,
  questions = {},
  filter = { enabled: true },
  indexes = [once],
}: Over = {}) {
  const paper = document('paper', [], { children: [{ key: 'items', title: '题', entity: 'item', by: 'paperId' }] });
  const question = document('question', [
    { key: 'points', title: '分值', type: 'int' },
    { key: 'enabled', title: '启用', type: 'bool' },
    { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile' },
  ]);
  const item = document(
    'item',
    [
      { key: 'paperId', title: '试卷', type: 'ref', ref: 'paper' },
      { key: 'questionId', title: '题目', type: 'ref', ref: 'question', filter },
      { key: 'points', title: '分值', type: 'int' },
      { key: 'kept', title: '留存', type: 'int', readonly: true },
    ],
    { indexes },
  );
  const items = { key: 'items', pick: { ...picked, ...pick }, fields: cells ?? ['questionId', 'points'], ...rows };
  const page = list('papers', 'paper', {
    api: { query: '/v1/paper/query', view: '/v1/paper/view' },
    row: [{ key: 'edit', title: '编辑', permission: 'paper:edit', api: '/v1/paper/modify', form: 'edit' }],
    forms: { edit: { sections: [{ key: 'base', fields: ['name', items] }] } },
  });
  const { faults } = loadDocuments([
    file('entities/paper.json', paper),
    file('entities/question.json', question),
    file('entities/item.json', item),
    file('pages/papers.json', page),
    file('pages/questions.json', list('questions', 'question', { filter: { enabled: true }, ...questions })),
  ]);
  return faults.map(({ pointer, got }) => `${pointer.replace('/forms/edit/sections/0/fields/1', '')} ${got}`);
}

it('takes rows picked from a list whose fixed filter the field holds to', () => {
  expect(faultsOf()).toEqual([]);
  expect(faultsOf({ questions: { filter: undefined } })).toEqual([]);
});

it.each<readonly [string, Over, readonly string[]]>([
  ['a page there is not', { pick: { page: 'question' } }, ['/pick/page question']],
  ['a list of something else', { pick: { page: 'papers' } }, ['/pick/page papers']],
  ['a list of one’s own rows', { questions: { scope: 'mine' } }, ['/pick/page mine']],
  ['a list that leaves out what the field takes', { filter: {} }, ['/pick/page null']],
  ['a list by another value', { filter: { enabled: false } }, ['/pick/page false']],
  ['a list by an expression', { questions: { filterWhen: 'record.enabled' } }, ['/pick/page record.enabled']],
  ['an unknown field', { pick: { field: 'question' } }, ['/pick/field question']],
  ['a field that refers to nothing', { pick: { field: 'points', values: {} } }, ['/pick/field int']],
  ['a field not among the cells', { cells: ['points'] }, ['/pick/field questionId']],
  ['what could be picked twice', { indexes: [] }, ['/pick/field item']],
  ['what is picked once among some only', { indexes: [{ ...once, where: 'record.points > 0' }] }, ['/pick/field item']],
  ['rows that are fixed', { rows: { rows: 'fixed' } }, ['/pick items']],
  [
    'a cell filled in some other way',
    { cells: [{ key: 'questionId', create: false }, 'points'] },
    ['/fields/0/create create'],
  ],
  ['values of another type', { pick: { values: { points: 'name' } } }, ['/pick/values/points string']],
  [
    'masked values',
    { pick: { values: { name: 'phone' } }, cells: ['questionId', 'name'] },
    ['/pick/values/name mobile'],
  ],
  ['values nobody writes', { pick: { values: { kept: 'points' } } }, ['/pick/values/kept kept']],
  ['values that are not there', { pick: { values: { points: 'mark' } } }, ['/pick/values/points mark']],
  ['cells for themselves', { cells: ['questionId', { key: 'points', pick: picked }] }, ['/fields/1/pick points']],
])('refuses %s, with its place', (_what, over, expected) => {
  expect(faultsOf(over)).toEqual(expected);
});

it.each<readonly [string, object, readonly string[]]>([
  ['an unknown field', { enable: true }, ['/fields/2/filter/enable enable']],
  ['a masked field', { phone: '1' }, ['/fields/2/filter/phone mobile']],
  ['a field of what it refers to', { 'paper.name': 'x' }, ['/fields/2/filter/paper.name paper.name']],
  ['the record of a panorama', { name: '@record.id' }, ['/fields/2/filter/name @record.id']],
])('refuses a reference that takes rows by %s', (_what, filter, expected) => {
  expect(faultsOf({ filter, questions: { filter: undefined } })).toEqual(expected);
});
