import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const field = (key: string, type: string, extra: object = {}) => ({ key, title: key, type, ...extra });
const fields = [
  field('name', 'string', { required: true }),
  field('code', 'string', { required: true, maxLength: 20 }),
  field('loose', 'string'),
  field('secretCode', 'string', { mask: 'text', required: true }),
  field('edition', 'int', { readonly: true }),
  field('open', 'int'),
  field('note', 'string', { readonly: true }),
  field('state', 'enum', { dictionary: 'state', required: true, readonly: true }),
];
const move = (key: string, from: readonly string[], to: string, extra: object = {}) => ({
  ...{ key, title: key, from, to, permission: `form:${key}` },
  ...extra,
});
const flow = (transitions: readonly object[], extra: object = {}) => ({
  states: [{ key: 'flow', field: 'state', initial: ['draft'], transitions, ...extra }],
});
const course = [
  move('submit', ['draft'], 'checking'),
  move('publish', ['draft', 'checking'], 'published'),
  move('archive', ['published'], 'archived'),
];
const good = { by: 'code', number: 'edition', whenState: 'published', archive: 'archive' };
const clause = (extra: object = {}) => ({
  ...{ name: 'clause', title: '条款', label: 'words', operations: [] },
  fields: [field('formId', 'ref', { ref: 'form', required: true }), field('words', 'string', extra)],
});

function faultsOf(editions: object, more: object = {}, child: { readonly name: string } = clause()) {
  return loadDocuments([
    document('dictionaries', {
      ...{ name: 'state', title: '状态' },
      values: ['draft', 'checking', 'published', 'archived'].map((key) => ({ key, title: key })),
    }),
    document('entities', {
      ...{ name: 'form', title: '范本', label: 'name', operations: ['query', 'view', 'create', 'modify'], fields },
      ...flow(course),
      ...{ children: [{ key: 'clauses', title: '条款', entity: 'clause', by: 'formId' }], editions },
      ...more,
    }),
    document('entities', child),
  ]).faults.map(({ pointer }) => pointer);
}

it('takes what editions are of, their number, and how one is published and the former archived', () => {
  expect(faultsOf(good)).toEqual([]);
  const closed = { draft: '*', checking: ['name'], '*': [] };
  expect(faultsOf(good, flow(course, { editable: closed }))).toEqual([]);
});

it.each([
  ['an unknown field', { by: 'codes' }, '/editions/by'],
  ['what need not be filled in', { by: 'loose' }, '/editions/by'],
  ['what is masked', { by: 'secretCode' }, '/editions/by'],
  ['a number people fill in', { number: 'open' }, '/editions/number'],
  ['a number that is none', { number: 'note' }, '/editions/number'],
  ['an unknown transition', { archive: 'archiv' }, '/editions/archive'],
  ['an archive that begins elsewhere', { archive: 'submit' }, '/editions/archive'],
  ['an unknown state', { whenState: 'publishd' }, '/editions/whenState'],
  ['a state in which records begin', { whenState: 'draft' }, '/editions/whenState'],
])('tells of %s', (_, wrong, pointer) => {
  expect(faultsOf({ ...good, ...wrong })).toContain(pointer);
});

it.each([
  ['an entity that nobody may change', { operations: ['query', 'view', 'create'] }, '/editions'],
  ['a value of which there is one only', { fields: [...fields, field('no', 'string', { unique: true })] }, '/editions'],
  ['a unique index without the number', { indexes: [{ key: 'n', fields: ['name'], unique: true }] }, '/editions'],
  ['files', { fields: [...fields, field('scan', 'file')] }, '/editions'],
  ['a way back to the draft', flow([...course, move('reopen', ['archived'], 'draft')]), '/editions/whenState'],
  [
    'a beginning that leads nowhere',
    flow([move('publish', ['checking'], 'published'), course[2] ?? {}], { initial: ['draft', 'checking'] }),
    '/editions/whenState',
  ],
  [
    'what is published taken back',
    flow([
      ...course.slice(0, 1),
      move('publish', ['draft'], 'published', { undo: { transition: 'archive' } }),
      course[2] ?? {},
    ]),
    '/editions/whenState',
  ],
  [
    'an archive that asks',
    flow([
      ...course.slice(0, 2),
      move('archive', ['published'], 'archived', { input: [{ key: 'note', required: true }] }),
    ]),
    '/editions/archive',
  ],
  [
    'an archive that takes two',
    flow([
      ...course.slice(0, 2),
      move('archive', ['published'], 'archived', { second: { permission: 'form:second' } }),
    ]),
    '/editions/archive',
  ],
  [
    'an archive that asks who it is',
    flow([...course.slice(0, 2), move('archive', ['published'], 'archived', { guard: 'record.createdBy == user.id' })]),
    '/states/0/transitions/2/guard',
  ],
  [
    'what is open once published',
    flow(course, { editable: { '*': '*', published: ['name'] } }),
    '/states/0/editable/published',
  ],
  [
    'a transition that writes what was published',
    flow([...course.slice(0, 2), move('archive', ['published'], 'archived', { set: { name: "'旧'" } })]),
    '/states/0/transitions/2',
  ],
])('tells of %s', (_, more, pointer) => {
  expect(faultsOf(good, more)).toContain(pointer);
});

it('tells of child rows that cannot stand twice', () => {
  expect(faultsOf(good, {}, clause({ unique: true, maxLength: 20 }))).toContain('/editions/by');
});
