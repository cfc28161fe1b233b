import { afterAll, beforeAll } from 'vitest';
import type { EntityDocument } from '../../../engine/model/documents/index.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

export let trees: TestOperations;

/** Starts a product of trees before the tests of a file; ends it after. */
export function startTrees(): void {
  beforeAll(async () => {
    trees = await startOperations([area, shelf, chapter, rack, box]);
  }, 60_000);
  afterAll(() => trees.close());
}

const area: EntityDocument = {
  schemaVersion: 2,
  name: 'area',
  title: '区域',
  label: 'name',
  operations: ['query', 'view', 'create', 'modify', 'move', 'delete'],
  access: { owner: ['ownerId'] },
  tree: { parent: 'parentId', path: 'path', order: 'sortNo' },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'area' },
    { key: 'path', title: '路径', type: 'text' },
    { key: 'sortNo', title: '次序', type: 'int' },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
};

/** A tree without a path and with room for three levels. */
const shelf: EntityDocument = {
  ...area,
  name: 'shelf',
  title: '书架',
  tree: { parent: 'parentId', path: 'path' },
  fields: area.fields
    .filter((field) => field.key !== 'sortNo')
    .map((field) =>
      field.key === 'path'
        ? { ...field, type: 'string' as const, maxLength: 120 }
        : field.key === 'parentId'
          ? { ...field, ref: 'shelf' }
          : field,
    ),
};

/** Chapters of a course, two levels of them. */
const chapter: EntityDocument = {
  ...area,
  name: 'chapter',
  title: '章节',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore', 'move'],
  tree: { parent: 'parentId', order: 'sortNo', within: 'course', maxDepth: 2 },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'chapter' },
    { key: 'sortNo', title: '次序', type: 'int' },
    { key: 'course', title: '课程', type: 'string', required: true },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
};

/** What lies in the lowest shelves only. */
const box: EntityDocument = {
  ...{ schemaVersion: 2, name: 'box', title: '箱子', label: 'name' },
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'rackId', title: '层架', type: 'ref', ref: 'rack', leafOnly: true },
    { key: 'otherIds', title: '备用层架', type: 'refs', ref: 'rack', leafOnly: true },
  ],
};

const rack: EntityDocument = {
  ...chapter,
  ...{ name: 'rack', title: '层架', tree: { parent: 'parentId', levels: ['库', '架', '层'] } },
  fields: [
    { key: 'name', title: '名称', type: 'string', required: true },
    { key: 'parentId', title: '上级', type: 'ref', ref: 'rack' },
    { key: 'ownerId', title: '负责人', type: 'ref', ref: 'staff' },
  ],
};

export const add = async (name: string, parentId: string | null = null, over: Values = {}, entity = 'area') =>
  (await trees.run<{ id: string }>(`/v1/${entity}/create`, { name, parentId, ...over })).id;
