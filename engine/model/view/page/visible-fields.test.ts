import { expect, it } from 'vitest';
import type { DetailPage, ListPage, PageDocument } from '../../generated/documents.ts';
import { withoutHiddenFields } from './visible-fields.ts';

const hidden = new Set(['mobile', 'owner.mobile']);
const isVisible = (_: string, path: string) => !hidden.has(path);
const seen = (page: PageDocument) => JSON.stringify(withoutHiddenFields(page, isVisible, { entities: new Map() }));

const list: ListPage = {
  schemaVersion: 2,
  kind: 'list',
  name: 'people',
  path: '/people',
  title: '人员',
  entity: 'person',
  scope: 'all',
  api: { query: '/v1/person/query' },
  columns: [
    { key: 'name', field: 'name' },
    { key: 'mobile', field: 'mobile' },
  ],
  filters: [{ key: 'ownerMobile', field: 'owner.mobile' }],
  tabs: [
    { key: 'all', title: '全部' },
    { key: 'reachable', title: '有号码', where: [{ key: 'has', field: 'mobile', op: 'notNull' }] },
  ],
  views: [
    { key: 'board', kind: 'kanban', field: 'state', card: 'name', facts: ['mobile', 'city'] },
    { key: 'numbers', kind: 'kanban', field: 'state', card: 'mobile' },
    { key: 'days', kind: 'calendar', start: 'bornOn', card: 'name', facts: ['owner.mobile'] },
  ],
};

it('leaves no trace of a hidden field in columns, filters, tabs and views of a list', () => {
  expect(JSON.stringify(list)).toMatch(/mobile/);
  const text = seen(list);
  expect(text).not.toMatch(/"(owner\.)?mobile"/);
  expect(text).toMatch(/"board"/);
  expect(text).toMatch(/"city"/);
  expect(text).toMatch(/"days"/);
  expect(text).not.toMatch(/"numbers"|"reachable"/);
});

it('leaves none in the child tables and tabs of a record', () => {
  const page: DetailPage = {
    schemaVersion: 2,
    kind: 'detail',
    name: 'family',
    path: '/family',
    title: '家庭',
    entity: 'family',
    scope: 'all',
    api: { view: '/v1/family/view' },
    header: { title: 'name' },
    facts: [{ key: 'base', title: '基本', fields: ['name', 'mobile'] }],
    children: [{ key: 'members', columns: [...list.columns] }],
    tabs: [
      {
        ...{ key: 'friends', title: '朋友', kind: 'list', entity: 'person', permission: 'person:query' },
        ...{ api: '/v1/person/query', match: { familyId: '@record.id' }, columns: [...list.columns] },
      },
      {
        ...{ key: 'reachable', title: '有号码', kind: 'list', entity: 'person', permission: 'person:query' },
        ...{ api: '/v1/person/query', match: { familyId: '@record.id' }, columns: [] },
        where: [{ key: 'has', field: 'mobile', op: 'notNull' }],
      },
      {
        ...{ key: 'called', title: '同号码', kind: 'list', entity: 'person', permission: 'person:query' },
        ...{ api: '/v1/person/query', match: { mobile: '@record.id' }, columns: [] },
      },
    ],
  };
  const entities = new Map([
    [
      'family',
      {
        schemaVersion: 2 as const,
        name: 'family',
        title: '家庭',
        label: 'name',
        operations: [],
        fields: [],
        children: [{ key: 'members', title: '成员', entity: 'person', by: 'familyId' }],
      },
    ],
  ]);
  const text = JSON.stringify(withoutHiddenFields(page, isVisible, { entities }));
  expect(text).toMatch(/"members"/);
  expect(text).toMatch(/"friends"/);
  expect(text).not.toMatch(/"reachable"|"called"/);
  expect(text).not.toMatch(/"mobile"/);
});
