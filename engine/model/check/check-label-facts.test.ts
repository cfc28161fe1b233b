import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });

function placesAtFault(labelFacts: readonly string[], field: object = {}) {
  const shelf = {
    ...{ schemaVersion: 2, name: 'shelf', title: '书架', label: 'name', operations: ['query'] },
    fields: [{ key: 'name', title: '名称', type: 'string', ...field }],
  };
  const book = {
    ...{ schemaVersion: 2, name: 'book', title: '图书', label: 'title', labelFacts, operations: ['query'] },
    fields: [
      { key: 'title', title: '书名', type: 'string' },
      { key: 'boughtOn', title: '购入', type: 'date' },
      { key: 'note', title: '批注', type: 'text' },
      { key: 'summary', title: '简介', type: 'html' },
      { key: 'phone', title: '电话', type: 'string', mask: 'mobile' },
      { key: 'shelfId', title: '书架', type: 'ref', ref: 'shelf' },
    ],
  };
  const { faults } = loadDocuments([file('entities/book.json', book), file('entities/shelf.json', shelf)]);
  return faults.map(({ pointer, got }) => `${pointer} ${got}`);
}

it('takes what one line has room for, of the record and of what it refers to', () => {
  expect(placesAtFault(['boughtOn', 'shelf.name', 'summary'])).toEqual([]);
});

it.each(['note', 'phone', 'shelfId', 'nothing'])('refuses %s beside a label', (path) => {
  expect(placesAtFault(['boughtOn', path])).toEqual([`/labelFacts/1 ${path}`]);
});

it('refuses a field called as what records say of their masks', () => {
  expect(placesAtFault(['boughtOn'], { key: 'unrevealed' })).toContain('/fields/0/key unrevealed');
});
