import { expect, it } from 'vitest';
import { knownPermissions } from '../access/operations.ts';
import { loadDocuments } from '../load/load-documents.ts';

const diary = (others: string) => ({
  ...{ schemaVersion: 2, name: 'diary', title: '日记', label: 'title', operations: ['query'] },
  access: { owner: ['createdBy'], others },
  fields: [{ key: 'title', title: '标题', type: 'string' }],
});
const load = (others: string) => loadDocuments([{ file: 'entities/diary.json', text: JSON.stringify(diary(others)) }]);

it('the key for the rows of others is one a role can hold, and belongs to an entity there is', () => {
  const { documents, faults } = load('diary:query_all');
  expect(faults).toEqual([]);
  expect(knownPermissions(documents).has('diary:query_all')).toBe(true);
  expect(load('dairy:query_all').faults).toMatchObject([{ pointer: '/access/others' }]);
});
