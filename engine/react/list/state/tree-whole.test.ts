import { describe, expect, it } from 'vitest';
import { entityModel } from '../../../model/entity/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import { readListState } from './list-state.ts';
import { isWholeTree, wholeOf } from './tree-whole.ts';

const entity = entityModel({
  schemaVersion: 2,
  name: 'chapter',
  title: '章节',
  label: 'title',
  operations: ['query', 'create'],
  fields: [
    { key: 'title', title: '标题', type: 'string', required: true, searchable: true },
    { key: 'courseId', title: '课程', type: 'ref', ref: 'course', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'chapter' },
  ],
  tree: { parent: 'parentId', within: 'courseId' },
});

const view: ListView = {
  page: {
    schemaVersion: 2,
    name: 'chapters',
    path: '/chapters',
    title: '章节',
    kind: 'list',
    entity: 'chapter',
    scope: 'all',
    api: { query: '/v1/chapter/query' },
    columns: [{ key: 'title', field: 'title' }],
  },
  entity,
  columns: [],
  filters: ['courseId', 'title'].map((path) => ({
    ...{ key: path === 'courseId' ? 'course' : path, path, title: path, folded: false },
    field: entity.fields.get(path) ?? expect.fail(),
  })),
  toolbar: [],
  row: [],
  bulk: [],
  displays: [{ key: 'tree', kind: 'tree', parent: 'parentId' }],
  tabs: [],
  imports: [],
  figures: [],
  fields: ['title'],
};

const read = (params: Record<string, string>) => readListState(params, view);

describe('a list of trees', () => {
  it('stays a tree where only the tree is chosen, and new nodes at its top are within it', () => {
    for (const text of ['eq:c1', 'in:c1']) {
      expect(isWholeTree(read({ 'f.course': text }), view)).toBe(true);
      expect(wholeOf(read({ 'f.course': text }), view)).toBe('c1');
    }
    expect([isWholeTree(read({}), view), wholeOf(read({}), view)]).toEqual([true, undefined]);
  });

  it('is flat once anything else narrows or sorts it', () => {
    for (const more of [{ q: '法' }, { 'f.title': 'contains:法' }, { 'f.course': 'in:c1,c2' }])
      expect(isWholeTree(read({ 'f.course': 'eq:c1', ...more }), view), JSON.stringify(more)).toBe(false);
    expect(isWholeTree(read({ 'f.title': 'contains:法' }), view)).toBe(false);
    expect(isWholeTree({ ...read({ 'f.course': 'eq:c1' }), sort: ['title'] }, view)).toBe(false);
  });
});
