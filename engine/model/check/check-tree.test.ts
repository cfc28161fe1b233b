import { expect, it } from 'vitest';
import { loadDocuments } from '../load/load-documents.ts';

function faultsOf(tree: object) {
  const chapter = {
    ...{ schemaVersion: 2, name: 'chapter', title: '章节', label: 'name', operations: ['query'] },
    fields: [
      { key: 'name', title: '名称', type: 'string' },
      { key: 'parentId', title: '上级', type: 'ref', ref: 'chapter' },
      { key: 'course', title: '课程', type: 'string' },
      { key: 'phone', title: '电话', type: 'string', mask: 'mobile' },
      { key: 'startsAt', title: '开课', type: 'datetime' },
      { key: 'size', title: '大小', type: 'int', compute: '1 + 1' },
    ],
    tree: { parent: 'parentId', ...tree },
  };
  const { faults } = loadDocuments([{ file: 'entities/chapter.json', text: JSON.stringify(chapter) }]);
  return faults.map(({ pointer, code }) => `${pointer} ${code}`);
}

it('takes a tree within something, of so many levels', () => {
  expect(faultsOf({ within: 'course', maxDepth: 2 })).toEqual([]);
});

it.each([
  ['an unknown field', { within: 'curse' }, '/tree/within E_SCHEMA_UNKNOWN_NAME'],
  ['the parent itself', { within: 'parentId' }, '/tree E_SCHEMA_CONFLICT'],
  ['a masked field', { within: 'phone' }, '/tree/within E_SCHEMA_CONFLICT'],
  ['a moment', { within: 'startsAt' }, '/tree/within E_SCHEMA_CONFLICT'],
  ['a field that is worked out', { within: 'size' }, '/tree/within E_SCHEMA_CONFLICT'],
  ['more levels than it names', { levels: ['章', '节'], maxDepth: 3 }, '/tree/maxDepth E_SCHEMA_CONFLICT'],
  ['a single level', { maxDepth: 1 }, '/tree/maxDepth E_SCHEMA_SHAPE'],
])('refuses %s', (_, tree, fault) => {
  expect(faultsOf(tree)).toEqual([fault]);
});

it.each([
  ['a tree', { type: 'ref', ref: 'chapter' }, []],
  ['what is no tree', { type: 'ref', ref: 'task' }, ['/fields/1/leafOnly']],
  ['a text', { type: 'string' }, ['/fields/1/leafOnly']],
])('takes only the lowest nodes of %s', (_, field, pointers) => {
  const name = { key: 'name', title: '名称', type: 'string' };
  const parent = { key: 'parentId', title: '上级', type: 'ref', ref: 'chapter' };
  const entity = (content: { readonly name: string; readonly [key: string]: unknown }) => ({
    file: `entities/${content.name}.json`,
    text: JSON.stringify({ schemaVersion: 2, label: 'name', operations: ['query'], ...content }),
  });
  const { faults } = loadDocuments([
    entity({
      name: 'chapter',
      title: '章节',
      fields: [name, parent],
      tree: { parent: 'parentId', levels: ['章', '节'] },
    }),
    entity({ name: 'task', title: '习题', fields: [name, { key: 'of', title: '章节', leafOnly: true, ...field }] }),
  ]);
  expect(faults.map(({ pointer }) => pointer)).toEqual(pointers);
});
