import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });

function faultsOf(page: object, entity: object = {}, color: object = {}) {
  const { faults } = loadDocuments([
    file('entities/topic.json', {
      ...{ schemaVersion: 2, name: 'topic', title: '知识点', label: 'name' },
      operations: ['query', 'view', 'create', 'modify', 'move'],
      fields: [
        { key: 'name', title: '名称', type: 'string', required: true },
        { key: 'parentId', title: '上级', type: 'ref', ref: 'topic' },
        { key: 'course', title: '课程', type: 'string', required: true },
        { key: 'place', title: '次序', type: 'int', readonly: true, sortable: true },
        { key: 'color', title: '颜色', type: 'color', ...color },
      ],
      tree: { parent: 'parentId', order: 'place', within: 'course' },
      ...entity,
    }),
    file('pages/topics.json', {
      ...{ schemaVersion: 2, name: 'topics', path: '/topics', title: '知识点', kind: 'list', entity: 'topic' },
      ...{ scope: 'all', columns: [{ key: 'name', field: 'name' }], views: [{ key: 'tree', kind: 'tree', add: true }] },
      api: { query: '/v1/topic/query', view: '/v1/topic/view', move: '/v1/topic/move' },
      toolbar: [{ key: 'add', title: '新增', permission: 'topic:add', api: '/v1/topic/create', form: 'add' }],
      forms: { add: { sections: [{ key: 'base', fields: ['name', 'course'] }] } },
      sort: ['place'],
      ...page,
    }),
  ]);
  return faults.map(({ pointer, got }) => `${pointer} ${got}`);
}

it('takes a tree whose rows are moved, and added by their names', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({}, {}, { required: true, defaultValue: "'#ffffff'" })).toEqual([]);
});

it.each<readonly [string, object, object, readonly string[]]>([
  ['moving where no tree is drawn', { views: [{ key: 'table', kind: 'table' }] }, {}, ['/api/move topic']],
  ['moving in another order', { sort: ['-place'] }, {}, ['/api/move -place']],
  ['moving in no order', { sort: undefined }, {}, ['/api/move —']],
  ['adding where no action does', { toolbar: [], forms: {} }, {}, ['/views/0/add topics']],
  ['adding without what is required', {}, { required: true }, ['/views/0/add color']],
])('refuses %s, with its place', (_what, page, color, expected) => {
  expect(faultsOf(page, {}, color)).toEqual(expected);
});
