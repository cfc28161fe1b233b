import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
const shelf = {
  ...{ schemaVersion: 2, name: 'shelf', title: '书架', label: 'name', operations: ['query'] },
  fields: [
    { key: 'name', title: '名称', type: 'string' },
    { key: 'hidden', title: '隐藏', type: 'json', dictionary: 'hideable' },
    { key: 'free', title: '随意', type: 'json' },
    { key: 'keeperIds', title: '管理员', type: 'refs', ref: 'staff' },
    { key: 'shelfIds', title: '邻架', type: 'refs', ref: 'shelf' },
  ],
};
const staff = {
  ...{ schemaVersion: 2, name: 'staff', title: '员工', label: 'name', operations: ['query'] },
  fields: [{ key: 'name', title: '姓名', type: 'string' }],
};

function placesAtFault(hides: object | undefined, keys: readonly string[], masks?: object) {
  const book = {
    ...{ schemaVersion: 2, name: 'book', title: '图书', label: 'title', operations: ['query'] },
    access: { owner: ['keeperId'], hides, masks },
    fields: [
      { key: 'title', title: '书名', type: 'string' },
      { key: 'note', title: '批注', type: 'text' },
      { key: 'phone', title: '电话', type: 'string', mask: 'mobile' },
      { key: 'found', title: '可搜索', type: 'string', searchable: true },
      { key: 'ranked', title: '可排序', type: 'int', sortable: true },
      { key: 'keeperId', title: '保管人', type: 'ref', ref: 'staff' },
      { key: 'shelfId', title: '书架', type: 'ref', ref: 'shelf' },
    ],
  };
  const dictionary = {
    schemaVersion: 2,
    name: 'hideable',
    title: '可隐藏',
    values: keys.map((key) => ({ key, title: key })),
  };
  const { faults } = loadDocuments([
    file('entities/book.json', book),
    file('entities/shelf.json', shelf),
    file('entities/staff.json', staff),
    file('dictionaries/hideable.json', dictionary),
  ]);
  return faults.map(({ pointer, got }) => `${pointer} ${got}`);
}

const right = { fields: 'shelf.hidden', exceptFor: 'shelf.keeperIds' };

it('takes fields that can be hidden whole', () => {
  expect(placesAtFault(right, ['note'])).toEqual([]);
});

it.each(['title', 'found', 'ranked', 'shelfId', 'nothing'])(
  'refuses to hide %s, which something else would tell',
  (key) => {
    expect(placesAtFault(right, ['note', key])).toEqual([`/access/hides/fields ${key}`]);
  },
);

it('refuses a list without choices, and an exception that is for nobody', () => {
  expect(placesAtFault({ ...right, fields: 'shelf.free' }, ['note'])).toEqual(['/access/hides/fields shelf.free']);
  expect(placesAtFault({ ...right, exceptFor: 'shelf.shelfIds' }, ['note'])).toEqual([
    '/access/hides/exceptFor shelf.shelfIds',
  ]);
});

it('takes rows that keep a field masked, and refuses fields without a mask and exceptions for nobody', () => {
  const masks = { fields: ['phone'], when: 'record.note == null', exceptFor: 'shelf.keeperIds', message: '未登记' };
  expect(placesAtFault(undefined, ['note'], masks)).toEqual([]);
  expect(placesAtFault(undefined, ['note'], { ...masks, fields: ['phone', 'note'] })).toEqual([
    '/access/masks/fields/1 note',
  ]);
  expect(placesAtFault(undefined, ['note'], { ...masks, exceptFor: 'shelf.shelfIds' })).toEqual([
    '/access/masks/exceptFor shelf.shelfIds',
  ]);
  const { exceptFor: _, ...rest } = masks;
  for (const whom of ['record.keeperId == user.id', 'record.shelf.name == user.name'])
    expect(placesAtFault(undefined, ['note'], { ...rest, for: whom })).toEqual([]);
  expect(placesAtFault(undefined, ['note'], rest)).toEqual([]);
  for (const whom of ['record.keeper == user.id', 'form.x == 1', 'record.note', 'record.phone == user.name'])
    expect(placesAtFault(undefined, ['note'], { ...rest, for: whom })).toEqual([
      expect.stringMatching(/^[/]access[/]masks[/]for /),
    ]);
  expect(placesAtFault(undefined, ['note'], { ...masks, when: 'record.nothing == 1' })).toEqual([
    expect.stringMatching(/^[/]access[/]masks[/]when /),
  ]);
});
