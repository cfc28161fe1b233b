import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });

type Change = { readonly entity?: object; readonly page?: object; readonly title?: object };

function placesAtFault({ entity, page, title }: Change): readonly string[] {
  const book = {
    ...{ schemaVersion: 2, name: 'book', title: '图书', label: 'title', operations: ['query'] },
    fields: [
      { key: 'title', title: '书名', type: 'string', searchable: true, ...title },
      { key: 'phone', title: '电话', type: 'mobile', mask: 'mobile' },
      { key: 'note', title: '批注', type: 'text' },
    ],
    globalSearch: { facts: ['phone'] },
    ...entity,
  };
  const list = {
    ...{ schemaVersion: 2, name: 'books', title: '图书', path: '/books', kind: 'list', entity: 'book', scope: 'all' },
    ...{ api: { query: '/v1/book/query' }, search: true, columns: [{ key: 'title', field: 'title' }] },
    ...page,
  };
  const { faults } = loadDocuments([file('entities/book.json', book), file('pages/books.json', list)]);
  return faults
    .filter(({ pointer }) => pointer.startsWith('/globalSearch'))
    .map(({ pointer, got }) => `${pointer} ${got}`);
}

it('takes an entity that is searched and opened, and facts with a mask', () => {
  expect(placesAtFault({})).toEqual([]);
  expect(placesAtFault({ entity: { globalSearch: {} } })).toEqual([]);
  expect(placesAtFault({ entity: { globalSearch: { title: '藏书', label: 'title' } } })).toEqual([]);
});

it.each([
  ['without fields to search', { title: { searchable: false } }, '/globalSearch book'],
  ['without a page that opens its records', { page: { search: false } }, '/globalSearch book'],
  ['whose name is masked', { entity: { label: 'phone' } }, '/globalSearch phone'],
  ['told by a text of many lines', { entity: { globalSearch: { facts: ['note'] } } }, '/globalSearch/facts/0 note'],
  ['called by a masked field', { entity: { globalSearch: { label: 'phone' } } }, '/globalSearch/label phone'],
  ['called by no field', { entity: { globalSearch: { label: 'isbn' } } }, '/globalSearch/label isbn'],
  ['with an action no panorama has', { entity: { globalSearch: { action: 'lend' } } }, '/globalSearch/action lend'],
  [
    'told by a field that is not there',
    { entity: { globalSearch: { facts: ['isbn'] } } },
    '/globalSearch/facts/0 isbn',
  ],
])('refuses one %s', (_, change, fault) => {
  expect(placesAtFault(change)).toContain(fault);
});

it.each([
  ['a number without a mask', { type: 'mobile', searchable: true }],
  ['one that is not searched', { type: 'mobile', mask: 'mobile' }],
  ['another kind of field', { type: 'string', mask: 'wechat', searchable: true }],
])('refuses the end of %s as a way to find it', (_, field) => {
  const tailed = (key: string, more: object) => ({ key, title: key, tail: true, ...more });
  const book = {
    ...{ schemaVersion: 2, name: 'book', title: '图书', label: 'title', operations: ['query'] },
    fields: [
      { key: 'title', title: '书名', type: 'string', searchable: true },
      tailed('right', { type: 'mobile', mask: 'mobile', searchable: true }),
      tailed('wrong', field),
    ],
  };
  const { faults } = loadDocuments([file('entities/book.json', book)]);
  expect(faults.map(({ pointer }) => pointer)).toEqual(['/fields/2/tail']);
});
