import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string } & Readonly<Record<string, unknown>>) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});
const field = (key: string, type: string, more: object = {}) => ({ key, title: key, type, ...more });

/** Faults of a list of questions with a tree of chapters beside it. */
const faultsOf = (by: string) =>
  loadDocuments([
    document('entities', {
      ...{ name: 'chapter', title: '章节', label: 'name', operations: ['query'] },
      fields: [field('name', 'string'), field('parentId', 'ref', { ref: 'chapter' })],
      tree: { parent: 'parentId' },
    }),
    document('entities', {
      ...{ name: 'question', title: '题目', label: 'name', operations: ['query'] },
      fields: [
        ...[field('name', 'string'), field('chapterId', 'ref', { ref: 'chapter' })],
        ...[field('chapterIds', 'refs', { ref: 'chapter' }), field('likeIds', 'refs', { ref: 'question' })],
      ],
    }),
    document('pages', {
      ...{ name: 'questions', path: '/q', title: '题目', kind: 'list', entity: 'question', scope: 'all' },
      api: { query: '/v1/question/query' },
      columns: [{ key: 'name', field: 'name' }],
      aside: { title: '章节', entity: 'chapter', field: by, api: { query: '/v1/chapter/query' } },
    }),
  ]).faults.map(({ pointer, code }) => `${pointer} ${code}`);

it('stands beside rows that refer to one node, or to several', () => {
  expect([faultsOf('chapterId'), faultsOf('chapterIds')]).toEqual([[], []]);
});

it('refuses a field that refers to something else', () => {
  for (const by of ['name', 'likeIds', 'chaptrId'])
    expect(faultsOf(by)).toEqual([expect.stringContaining('/aside/field ')]);
});
