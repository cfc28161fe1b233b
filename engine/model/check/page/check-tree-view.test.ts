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
  ['adding where no action does', { toolbar: [], forms: {} }, {}, ['/views/0/add —']],
  ['adding without what is required', {}, { required: true }, ['/views/0/add color']],
])('refuses %s, with its place', (_what, page, color, expected) => {
  expect(faultsOf(page, {}, color)).toEqual(expected);
});

function faultsOfTab(tab: object, entity: object = {}) {
  const { faults } = loadDocuments([
    file('entities/course.json', {
      ...{ schemaVersion: 2, name: 'course', title: '课程', label: 'name', operations: ['query', 'view'] },
      fields: [{ key: 'name', title: '名称', type: 'string', required: true }],
    }),
    file('entities/topic.json', {
      ...{ schemaVersion: 2, name: 'topic', title: '知识点', label: 'name' },
      operations: ['query', 'view', 'create', 'modify', 'move'],
      fields: [
        { key: 'name', title: '名称', type: 'string', required: true },
        { key: 'parentId', title: '上级', type: 'ref', ref: 'topic' },
        { key: 'courseId', title: '课程', type: 'ref', ref: 'course', required: true },
        { key: 'place', title: '次序', type: 'int', readonly: true, sortable: true },
      ],
      tree: { parent: 'parentId', order: 'place', within: 'courseId' },
      ...entity,
    }),
    file('pages/coursePanorama.json', {
      ...{
        schemaVersion: 2,
        name: 'coursePanorama',
        path: '/course',
        title: '课程',
        kind: 'panorama',
        entity: 'course',
      },
      ...{ scope: 'all', api: { view: '/v1/course/view' }, header: { title: 'name' } },
      facts: [{ key: 'base', title: '课程', fields: ['name'] }],
      tabs: [
        {
          ...{ key: 'topics', title: '知识点', kind: 'list', entity: 'topic', permission: 'topic:query' },
          ...{ api: '/v1/topic/query', match: { courseId: '@record.id' }, columns: [{ key: 'name', field: 'name' }] },
          tree: { move: '/v1/topic/move', add: true },
          toolbar: [{ key: 'add', title: '新增', permission: 'topic:add', api: '/v1/topic/create', form: 'add' }],
          row: [{ key: 'edit', title: '编辑', permission: 'topic:edit', api: '/v1/topic/modify', form: 'edit' }],
          sort: ['place'],
          ...tab,
        },
      ],
      forms: {
        add: { entity: 'topic', sections: [{ key: 'base', fields: ['name'] }] },
        // Opened by a row of the tab: what it says of the record is said of that row.
        edit: {
          entity: 'topic',
          sections: [{ key: 'base', fields: [{ key: 'name', visibleWhen: 'record.parentId == null' }] }],
        },
      },
    }),
  ]);
  return faults.map(({ pointer, got }) => `${pointer} ${got}`);
}

it('takes a tab drawn as a tree, and a form its rows open as about them', () => {
  expect(faultsOfTab({})).toEqual([]);
});

it.each<readonly [string, object, object, readonly string[]]>([
  ['rows of several trees', { match: {} }, {}, ['/tabs/0/match —']],
  ['rows found by more', { match: { courseId: '@record.id', name: '甲' } }, {}, ['/tabs/0/match courseId, name']],
  [
    'nodes without the one above',
    { where: [{ key: 'top', field: 'parentId', op: 'notNull' }] },
    {},
    ['/tabs/0/where 1'],
  ],
  ['another order', { sort: ['-place'] }, {}, ['/tabs/0/sort -place']],
  ['moving by another address', { tree: { move: '/v1/topic/modify' } }, {}, ['/tabs/0/tree/move /v1/topic/modify']],
  ['adding where no action does', { toolbar: [] }, {}, ['/tabs/0/tree/add —']],
  ['what is within nothing', { tree: {} }, { tree: { parent: 'parentId', order: 'place' } }, ['/tabs/0/tree topic']],
])('refuses a tab of %s, with its place', (_what, tab, entity, expected) => {
  expect(faultsOfTab(tab, entity)).toEqual(expected);
});
