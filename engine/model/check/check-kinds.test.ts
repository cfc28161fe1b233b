import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const entity = (name: string, label: string, fields: readonly object[]) =>
  file(`entities/${name}.json`, {
    ...{ schemaVersion: 2, name, title: name, label, operations: ['query', 'create'] },
    fields: [{ key: label, title: '称呼', type: 'string' }, ...fields],
  });
const named = (key: string, title = key) => ({ key, title, type: 'string' });
const ref = (key: string, target: string) => ({ key, title: key, type: 'ref', ref: target });

/** The faults of a page on notes about guests and seats. */
function faultsOf(page: object, seat: readonly object[] = []) {
  const files = [
    entity('hall', 'name', []),
    entity('guest', 'name', [ref('hallId', 'hall'), { ...named('phone'), mask: 'mobile' }, named('city')]),
    entity('seat', 'seatNo', [ref('hallId', 'hall'), named('phone'), ...seat]),
    file('dictionaries/kind.json', {
      ...{ schemaVersion: 2, name: 'kind', title: '对象' },
      values: ['guest', 'seat'].map((key) => ({ key, title: key })),
    }),
    entity('note', 'text', [
      { key: 'kind', title: '对象', type: 'enum', dictionary: 'kind' },
      {
        key: 'aboutId',
        title: '所指',
        type: 'ref',
        refBy: { field: 'kind', entities: { guest: 'guest', seat: 'seat' } },
      },
    ]),
    file('pages/notes.json', {
      ...{ schemaVersion: 2, name: 'notes', path: '/notes', title: '记事', kind: 'list', scope: 'all', entity: 'note' },
      ...{ api: { query: '/v1/note/query' }, columns: [{ key: 'text', field: 'text' }], ...page },
    }),
    file('menu.json', { schemaVersion: 2, name: 'menu', children: [] }),
  ];
  const { documents } = loadDocuments(files);
  return (documents.pageFaults.get('notes') ?? []).flatMap(({ faults }) =>
    faults.map(({ pointer, expected, nearest }) =>
      [pointer, expected, nearest].filter((part) => part !== undefined).join(' '),
    ),
  );
}

const column = (path: string) => ({ columns: [{ key: 'about', field: path, title: '关于' }] });

it('takes what every kind has, and what each is called', () => {
  const paths = ['about.name', 'about.hallId', 'about.hall.name', 'about.createdAt'];
  expect(paths.flatMap((path) => faultsOf(column(path)))).toEqual([]);
  expect(faultsOf({ filters: [{ key: 'about', field: 'about.name' }], sort: ['about.createdAt'] })).toEqual([]);
});

it.each([
  ['about.city', '“所指”的各种对象都有的字段（seat没有）'],
  ['about.hallid', '“所指”的各种对象都有的字段（guest、seat没有） about.hallId'],
  ['about.phone', '“所指”的各种对象都有、同一类型、不遮盖的一个值'],
])('says which kind lacks what %s ends at', (path, expected) => {
  expect(faultsOf(column(path))).toEqual([`/columns/0/field ${expected}`]);
});

it('says so in an expression too', () => {
  const tone = { columns: [{ key: 'text', field: 'text', tone: "record.about.city == '东' ? 'red' : 'default'" }] };
  expect(faultsOf(tone)).toEqual(['/columns/0/tone “所指”的各种对象都有的字段（seat没有）']);
});

it('has no name in common where a kind is called by another field than its name', () => {
  expect(faultsOf(column('about.name'), [named('name')])).toHaveLength(1);
});

it('filters by the kind and by what is read behind it, not by the reference itself', () => {
  const [fault] = faultsOf({ filters: [{ key: 'about', field: 'aboutId' }] });
  expect(fault).toContain('/filters/0/field');
  expect(fault).toContain('about.name');
});

it('puts a record of several kinds into a form beside its kind', () => {
  const form = (...fields: readonly string[]) => ({
    toolbar: [{ key: 'add', title: '新增', permission: 'note:add', api: '/v1/note/create', form: 'add' }],
    forms: { add: { layout: 'modal', sections: [{ key: 'base', fields: ['text', ...fields] }] } },
  });
  expect(faultsOf(form('kind', 'aboutId'))).toEqual([]);
  expect(faultsOf(form('aboutId'))).toEqual(['/forms/add/sections/0/fields/1 同一表单里也有“kind”（哪一种）']);
});
