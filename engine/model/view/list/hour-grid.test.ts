import { expect, it } from 'vitest';
import { declaredOperations } from '../../access/operations.ts';
import type { EntityDocument, ListPage } from '../../generated/documents.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { listView } from './list-view.ts';

const entity: EntityDocument = {
  ...{ schemaVersion: 2, name: 'visit', title: '来访', label: 'title' },
  operations: ['query', 'view', 'create', 'modify'],
  fields: [
    { key: 'title', title: '名称', type: 'string', required: true },
    { key: 'hostId', title: '接待人', type: 'ref', ref: 'staff' },
    { key: 'guideId', title: '向导', type: 'ref', ref: 'staff' },
    { key: 'from', title: '从', type: 'datetime', required: true },
    { key: 'to', title: '到', type: 'datetime', required: true },
    { key: 'day', title: '日期', type: 'date' },
    { key: 'until', title: '止', type: 'date' },
    { key: 'off', title: '取消', type: 'bool' },
  ],
  constraints: [
    {
      key: 'host',
      message: '接待人另有来访',
      exclude: { equal: ['hostId'], from: 'from', to: 'to', where: 'record.off != true' },
    },
    { key: 'days', exclude: { equal: ['hostId'], from: 'day', to: 'until' } },
    { key: 'order', check: 'record.from < record.to' },
  ],
};

const page: ListPage = {
  ...{ schemaVersion: 2, name: 'visits', path: '/visits', title: '来访', kind: 'list', entity: 'visit', scope: 'all' },
  api: { query: '/v1/visit/query', view: '/v1/visit/view' },
  columns: [{ key: 'title', field: 'title' }],
  row: [{ key: 'edit', title: '改', permission: 'visit:edit', api: '/v1/visit/modify', form: 'edit' }],
  views: [
    {
      key: 'week',
      kind: 'calendar',
      display: 'week',
      start: 'from',
      end: 'to',
      by: ['hostId', 'guideId'],
      card: 'title',
    },
  ],
  forms: { edit: { sections: [{ key: 'base', fields: ['hostId', 'from', 'to'] }] } },
};

const staff = {
  ...{ schemaVersion: 2, name: 'staff', title: '人员', label: 'name', operations: ['query'] },
  fields: [{ key: 'name', title: '姓名', type: 'string', required: true }],
};

function load(views: readonly object[] | undefined, over: object = {}) {
  const file = (name: string, json: object) => ({ file: name, text: JSON.stringify(json) });
  return loadDocuments([
    file('entities/staff.json', staff),
    file('entities/visit.json', entity),
    file('pages/visits.json', { ...page, ...(views === undefined ? {} : { views }), ...over }),
  ]);
}

function calendar(over: object = {}) {
  const { documents, faults } = load(undefined, over);
  const list = documents.pages.get('visits');
  const operations = new Map(declaredOperations(documents).map((operation) => [operation.path, operation]));
  if (list?.kind !== 'list') throw new TypeError(JSON.stringify(faults));
  const [display] = listView(list, { ...documents, operations, creates: [], faults: [] })?.displays ?? [];
  if (display?.kind !== 'calendar') throw new TypeError('no calendar');
  return display;
}

it('is moved by the action whose form has both its beginning and its end, and crosses where the form has the reference', () => {
  const { move, hours } = calendar();
  expect(move?.key).toBe('edit');
  expect(hours?.by.map(({ path, entity: of, isMovable }) => [path, of, isMovable])).toEqual([
    ['hostId', 'staff', true],
    ['guideId', 'staff', false],
  ]);
  const forms = { edit: { sections: [{ key: 'base', fields: ['hostId', 'from'] }] } };
  expect(calendar({ forms }).move).toBeUndefined();
});

it('knows what may not overlap at its own times, and asks for what that reads', () => {
  const { hours, fields } = calendar();
  expect(hours).toMatchObject({ from: 8, to: 22 });
  expect(hours?.overlaps.map(({ equal, message }) => [equal, message])).toEqual([[['hostId'], '接待人另有来访']]);
  expect(hours?.overlaps[0]?.counts({ record: { off: true } })).toBe(false);
  expect(hours?.overlaps[0]?.counts({ record: { off: false } })).toBe(true);
  // As in the database: of what is not known nothing holds.
  expect(hours?.overlaps[0]?.counts({ record: { off: null } })).toBe(false);
  expect(fields).toEqual(expect.arrayContaining(['hostId', 'guideId', 'off', 'from', 'to']));
});

const week = { ...page.views?.[0] };
it.each<readonly [string, object, readonly string[]]>([
  ['an end that is missing', { end: undefined }, ['/views/0 —']],
  ['days in the place of moments', { start: 'day', end: 'day' }, ['/views/0/start day', '/views/0/end day']],
  ['columns by what is no reference', { by: ['title'] }, ['/views/0/by/0 string']],
  ['hours that end before they begin', { hours: { from: 20, to: 8 } }, ['/views/0/hours 20–8']],
  ['columns of a calendar of days', { display: undefined }, ['/views/0/by by']],
])('refuses %s', (_, over, expected) => {
  const { faults } = load([{ ...week, ...over }]);
  expect(faults.map(({ pointer, got }) => `${pointer} ${got}`)).toEqual(expected);
});
