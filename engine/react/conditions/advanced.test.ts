import { describe, expect, it } from 'vitest';
import type { EntityField } from '../../model/documents/index.ts';
import { entityModel } from '../../model/entity/index.ts';
import type { ListView } from '../../model/view/index.ts';
import { advancedWhere, countOf, readAdvanced, writeAdvanced } from './advanced.ts';
import { changed, draftOf, finished, unfinished } from './advanced-draft.ts';

const fields: readonly EntityField[] = [
  { key: 'title', title: '书名', type: 'string' },
  { key: 'price', title: '定价', type: 'money' },
  { key: 'lentAt', title: '借出时间', type: 'datetime' },
  { key: 'mobile', title: '手机', type: 'mobile', mask: 'mobile' },
];
const view: ListView = {
  page: {
    schemaVersion: 2,
    name: 'books',
    path: '/books',
    title: '图书',
    kind: 'list',
    entity: 'book',
    scope: 'all',
    api: { query: '/v1/book/query' },
    columns: [{ key: 'title', field: 'title' }],
  },
  entity: entityModel({
    schemaVersion: 2,
    name: 'book',
    title: '图书',
    label: 'title',
    operations: ['query'],
    fields: [...fields],
  }),
  columns: [],
  filters: fields.map((field) => ({ key: field.key, path: field.key, field, title: field.title, folded: false })),
  toolbar: [],
  row: [],
  bulk: [],
  displays: [],
  tabs: [],
  figures: [],
  imports: [],
  fields: [],
};
const read = (tree: unknown) => readAdvanced(JSON.stringify(tree), view);
const isSea = { field: 'title', op: 'contains', value: '海' };

describe('a filter put together of conditions', () => {
  it('reads back what it wrote', () => {
    const tree = {
      or: [
        isSea,
        {
          and: [
            { field: 'price', op: 'gte', value: 100 },
            { field: 'lentAt', op: 'notNull' },
          ],
        },
      ],
    };
    const group = read(tree);
    expect(group === undefined ? undefined : JSON.parse(writeAdvanced(group))).toEqual(tree);
    expect(countOf(group)).toBe(3);
  });

  it('leaves out what the page does not filter by, what a field cannot be asked, and values that do not fit', () => {
    const bad = [
      { field: 'gone', op: 'eq', value: 1 },
      { field: '__proto__', op: 'eq', value: 1 },
      { field: 'mobile', op: 'contains', value: '138' },
      { field: 'price', op: 'gt', value: 'x' },
      { field: 'price', op: 'between', value: [null, null] },
      { field: 'lentAt', op: 'within', value: 'someday' },
      { field: 'title', op: 'in', value: Array.from({ length: 1001 }, (_, index) => String(index)) },
      { search: 'x' },
      null,
      7,
    ];
    expect(read({ and: [isSea, ...bad] })).toEqual({ match: 'and', items: [isSea] });
    expect(read({ and: bad })).toBeUndefined();
    for (const text of [undefined, '', '{', '[]', 'null', '{"and":{}}'])
      expect(readAdvanced(text, view)).toBeUndefined();
  });

  it('goes three levels deep and no deeper', () => {
    const third = { and: [isSea, { or: [isSea] }] };
    expect(countOf(read({ and: [isSea, { or: [isSea, third] }] }))).toBe(3);
  });

  it('holds at most fifty conditions', () => {
    expect(countOf(read({ and: Array.from({ length: 80 }, () => isSea) }))).toBe(50);
  });

  it('asks for days as moments', () => {
    const group = read({ and: [{ field: 'lentAt', op: 'lte', value: '2026-11-20' }, isSea] });
    expect(group === undefined ? undefined : advancedWhere(group, view)).toEqual({
      and: [{ field: 'lentAt', op: 'lte', value: '2026-11-20T15:59:59.999Z' }, isSea],
    });
  });
});

describe('a filter while it is put together', () => {
  it('begins with one condition, which is unfinished', () => {
    const draft = draftOf(undefined, view.filters);
    expect(unfinished(draft, view)).toHaveLength(1);
    const [first] = draft.items;
    const filled = changed(draft, first?.id ?? 0, (item) =>
      'match' in item ? item : { ...item, value: { op: 'eq', value: '海' } },
    );
    expect(unfinished(filled, view)).toEqual([]);
    expect(finished(filled)).toEqual({ match: 'and', items: [{ field: 'title', op: 'eq', value: '海' }] });
  });

  it('is none when everything was taken out of it', () => {
    const draft = draftOf(undefined, view.filters);
    expect(finished(changed(draft, draft.items[0]?.id ?? 0, () => undefined))).toBeUndefined();
  });
});
