import { describe, expect, it } from 'vitest';
import { fillText } from '../../engine/model/texts/index.ts';
import { sampleReference } from './reference.testing.ts';
import { readReference, searchOperations } from './reference.ts';
import { sampleBody } from './sample-body.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';
import type { ReferenceText } from './texts.ts';
import chinese from './texts.zh-CN.json';

const reference = readReference(sampleReference, '其他');
const t: ReferenceText = (key, params = {}) => fillText(chinese[key], params, 'zh-CN');
const operation = (path: string) => {
  const found = reference.operations.find((one) => one.path === path);
  if (found === undefined) throw new TypeError(`no ${path}`);
  return found;
};
const names = (rows: readonly SchemaRow[]): readonly unknown[] =>
  rows.map(({ name, children }) => (children === undefined ? name : [name, names(children)]));

describe('reading the document', () => {
  it('knows each operation with what it takes and answers', () => {
    expect(operation('/v1/book/create')).toMatchObject({
      method: 'POST',
      title: '新增',
      group: '图书',
      permission: 'book:add',
      idempotency: 'accepted',
      audit: 'change',
      input: { $ref: '#/components/schemas/book.create' },
    });
    expect(operation('/v1/book/cover')).toMatchObject({ method: 'GET', output: undefined });
  });

  it('reads nothing from what is no document', () => {
    expect(readReference('<html>', '其他')).toEqual({ operations: [], schemas: new Map() });
  });

  it('finds operations by title, path, group and permission, all words together', () => {
    const found = (words: string) =>
      [...searchOperations(reference.operations, words).values()].flat().map(({ path }) => path);
    expect(found('')).toHaveLength(reference.operations.length);
    expect(found('图书 新增')).toEqual(['/v1/book/create']);
    expect(found('BOOK:QUERY')).toEqual(['/v1/book/query']);
    expect(found('没有')).toEqual([]);
  });
});

describe('schemas as tables', () => {
  it('lists properties through references, lists and “or nothing”, and not into themselves', () => {
    const rows = schemaRows(operation('/v1/book/query').input ?? {}, reference, t);
    expect(names(rows)).toEqual([['where', ['and', 'field']], 'size']);
    expect(schemaRows({ $ref: '#/components/schemas/book.create' }, reference, t)).toEqual([
      { key: '/title', name: 'title', type: '文本', required: true, meaning: '书名；1 到 100 个字符' },
      {
        key: '/category',
        name: 'category',
        type: '选项',
        required: false,
        meaning: '分类；可选：novel 小说、science 科学',
      },
      { key: '/tagIds', name: 'tagIds', type: '编号的列表', required: false, meaning: '标签；最多 200 项' },
    ]);
  });

  it('explains a value that has no properties in one line', () => {
    expect(schemaRows({ type: 'null' }, reference, t)).toMatchObject([{ name: '', type: '空' }]);
  });
});

describe('a body to start from', () => {
  it('holds what must be there', () => {
    expect(sampleBody(operation('/v1/book/create').input ?? {}, reference)).toEqual({ title: '' });
    expect(sampleBody(operation('/v1/book/query').input ?? {}, reference)).toEqual({ size: 20 });
  });
});
