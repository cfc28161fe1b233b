import { expect, it } from 'vitest';
import type { NodeFault } from '../../documents/isolate.ts';
import { entityModel } from '../../entity/entity-model.ts';
import type { EntityDocument, ListPage } from '../../generated/documents.ts';
import { weekdaysOnly } from '../../time/work-calendar.ts';
import { actionViews } from '../action/action-view.ts';
import { viewContext } from '../compile/view-context.ts';
import { listView } from './list-view.ts';

const entity: EntityDocument = {
  schemaVersion: 2,
  name: 'book',
  title: '图书',
  label: 'title',
  operations: ['query'],
  fields: [
    { key: 'title', title: '书名', type: 'string' },
    { key: 'pages', title: '页数', type: 'int' },
    { key: 'dueAt', title: '应还', type: 'datetime' },
  ],
};

const page: ListPage = {
  schemaVersion: 2,
  name: 'books',
  path: '/books',
  title: '图书',
  kind: 'list',
  entity: 'book',
  scope: 'all',
  api: { query: '/v1/book/query' },
  columns: [
    { key: 'title', field: 'title' },
    { key: 'pages', field: 'pages', tone: "record.dueAt < now ? 'red' : 'nonsense'" },
  ],
};

function view(change: Partial<ListPage>, faults: readonly NodeFault[] = []) {
  const bundle = { page, entities: [entity], dictionaries: [], datasets: [], faults, hash: '' };
  const compiled = listView({ ...page, ...change }, viewContext(bundle));
  if (compiled === undefined) throw new Error('the entity is there');
  return compiled;
}

const fault = (at: string, index: number): NodeFault => ({
  at,
  index,
  faults: [{ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '', expected: '字段', got: 'gone' }],
});

it('puts the faults of nodes left out of the page where those nodes stood', () => {
  const { columns, displays, tabs } = view({ tabs: [{ key: 'all', title: '全部' }] }, [
    fault('columns/late', 2),
    fault('columns/first', 0),
    fault('views/board', 0),
    fault('tabs/mine', 0),
  ]);
  expect(columns.map((column) => column.key)).toEqual(['first', 'title', 'late', 'pages']);
  expect(columns[0]?.fault).toBe('找不到字段“gone”');
  expect(displays).toEqual([{ kind: 'fault', key: 'board', fault: '找不到字段“gone”' }]);
  expect(tabs.map((tab) => [tab.key, tab.fault !== undefined])).toEqual([
    ['mine', true],
    ['all', false],
  ]);
});

it('asks for what the colour of a cell reads, and takes only known colours', () => {
  const { columns, fields } = view({});
  expect(fields).toContain('dueAt');
  const toneOf = columns[1]?.toneOf;
  const now = '2026-11-20T00:00:00Z';
  expect(toneOf?.({ now, calendar: weekdaysOnly, record: { dueAt: '2026-11-19T00:00:00Z' } })).toBe('red');
  expect(toneOf?.({ now, calendar: weekdaysOnly, record: { dueAt: '2026-11-21T00:00:00Z' } })).toBeUndefined();
});

it('makes of an expression that is none the fault of its column, filter or action', () => {
  const broken = view({
    columns: [{ key: 'title', field: 'title', tone: 'record.' }],
    filters: [{ key: 'title', field: 'title', defaultValue: ')' }],
    row: [{ key: 'open', permission: 'book:get', enabledWhen: '1 +' }],
  });
  expect(broken.columns[0]?.fault).toMatch(/^表达式有误/);
  expect(broken.filters[0]?.fault).toMatch(/^表达式有误/);
  expect(broken.row[0]?.fault).toMatch(/^表达式有误/);
});

it('makes of a view that its entity cannot show the fault of that view', () => {
  const { displays } = view({
    views: [
      { key: 'table', kind: 'table' },
      { key: 'tree', kind: 'tree' },
      { key: 'board', kind: 'kanban', field: 'pages', card: 'title' },
      { key: 'days', kind: 'calendar', start: 'pages', card: 'title' },
    ],
  });
  expect(displays.map((display) => display.kind)).toEqual(['table', 'fault', 'fault', 'fault']);
});

it('an action is enabled only while its condition holds', () => {
  const action = { key: 'open', permission: 'book:get', enabledWhen: 'record.pages > 10', disabledReason: '太薄' };
  const [compiled] = actionViews(
    [action],
    entityModel(entity),
    undefined,
    viewContext({
      page,
      entities: [entity],
      dictionaries: [],
      datasets: [],
      faults: [],
      hash: '',
    }),
  );
  expect(compiled?.reads).toEqual(['pages']);
  expect(compiled?.isEnabled({ record: { pages: 11 } })).toBe(true);
  expect(compiled?.isEnabled({ record: { pages: null } })).toBe(false);
  expect(compiled?.disabledReason).toBe('太薄');
});
