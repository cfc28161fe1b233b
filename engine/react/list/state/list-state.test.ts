import { describe, expect, it } from 'vitest';
import { entityModel } from '../../../model/entity/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import { readFilter, toWhere, writeFilter } from '../../conditions/filter-value.ts';
import {
  fromStart,
  isFiltered,
  narrowed,
  readListState,
  requestOf,
  steppedOver,
  writeListState,
} from './list-state.ts';
import { beginningOf, nothingLost } from './view-state.ts';

const entity = entityModel({
  schemaVersion: 2,
  name: 'book',
  title: '图书',
  label: 'title',
  operations: ['query'],
  fields: [
    { key: 'title', title: '书名', type: 'string', searchable: true, sortable: true },
    { key: 'price', title: '定价', type: 'money' },
    { key: 'rare', title: '善本', type: 'bool' },
    { key: 'lentAt', title: '借出时间', type: 'datetime' },
  ],
});

const fieldOf = (key: string) => entity.fields.get(key) ?? expect.fail(`no field ${key}`);

const view: ListView = {
  page: {
    schemaVersion: 2,
    name: 'books',
    path: '/books',
    title: '图书',
    kind: 'list',
    entity: 'book',
    scope: 'all',
    api: { query: '/v1/book/query' },
    columns: [{ key: 'title', field: 'title' }],
    sort: ['-createdAt'],
    pageSize: 20,
  },
  entity,
  columns: [
    { key: 'title', path: 'title', field: fieldOf('title'), title: '书名', sortable: true, hidden: false, reads: [] },
  ],
  filters: ['title', 'price', 'rare', 'lentAt'].map((key) => ({
    key,
    path: key,
    field: fieldOf(key),
    title: key,
    folded: false,
  })),
  toolbar: [],
  row: [],
  bulk: [],
  displays: [
    { key: 'table', kind: 'table' },
    { key: 'other', kind: 'table' },
  ],
  tabs: [],
  imports: [],
  figures: [],
  fields: ['title'],
};

it('sorts by what the tab says, else as the page does, until somebody chooses otherwise', () => {
  const tabs = [
    { key: 'all', title: '全部', where: [], counted: false },
    { key: 'lent', title: '借出', where: [], sort: ['lentAt'], counted: false },
  ];
  const sortOf = (params: Readonly<Record<string, string>>) => {
    const shown = { ...view, tabs };
    return requestOf(readListState(params, shown, { filters: {}, display: 'table' }), shown).sort;
  };
  expect(sortOf({})).toEqual(['-createdAt']);
  expect(sortOf({ tab: 'lent' })).toEqual(['lentAt']);
  expect(sortOf({ tab: 'lent', sort: '-title' })).toEqual(['-title']);
});

describe('state of a list in its address', () => {
  it('reads back what it wrote', () => {
    const params = {
      q: '海国',
      'f.title': 'contains:图志',
      'f.price': 'between:1000,',
      'f.rare': 'eq:false',
      'f.lentAt': 'within:thisWeek',
      where: '[{"field":"keeperId","op":"eq","value":"@me"}]',
      sort: '-title',
      size: '50',
      page: '3',
    };
    expect(writeListState(readListState(params, view), view)).toEqual(params);
  });

  it('keeps by what the rows are grouped, and how time is cut; what cannot be is left out', () => {
    const lent = { key: 'lent', path: 'lentAt', field: fieldOf('lentAt'), title: '借出', groupPath: 'lentAt' };
    const rare = { key: 'rare', path: 'rare', field: fieldOf('rare'), title: '善本', groupPath: 'rare' };
    const plain = { sortable: false, hidden: false, reads: [] };
    const columns = [...view.columns, { ...lent, ...plain }, { ...rare, ...plain }];
    const grouped: ListView = { ...view, columns, groupApi: '/v1/book/group' };
    for (const group of ['rare', 'lent:month'])
      expect(writeListState(readListState({ group }, grouped), grouped)).toEqual({ group });
    expect(readListState({ group: 'lent:blink' }, grouped).group).toEqual({ column: 'lent', bucket: 'day' });
    expect(readListState({ group: 'title' }, grouped)).not.toHaveProperty('group');
    expect(readListState({ group: 'rare' }, { ...grouped, columns: view.columns })).not.toHaveProperty('group');
    const saved = { filters: {}, display: 'table', group: { column: 'rare' } };
    expect(writeListState(readListState({ group: '' }, grouped, saved), grouped, saved)).toEqual({ group: '' });
  });

  it('leaves out what is as the page has it', () => {
    expect(writeListState(readListState({}, view), view)).toEqual({});
    expect(writeListState(readListState({ size: '20', page: '1' }, view), view)).toEqual({});
  });

  it('leaves out what it does not understand', () => {
    const state = readListState(
      { 'f.title': 'explode:1', 'f.gone': 'eq:1', where: '{oops', sort: 'price,__proto__', size: '7', page: '999' },
      view,
    );
    expect(state).toMatchObject({ filters: {}, extra: [], sort: [], size: 20, page: 1 });
  });

  it('refuses a condition on a name that reaches a prototype', () => {
    expect(readListState({ where: '[{"field":"__proto__.x","op":"eq","value":1}]' }, view).extra).toEqual([]);
  });

  it('asks for a numbered page by row and for a further one by cursor', () => {
    expect(requestOf(readListState({ page: '3' }, view), view)).toMatchObject({
      cursor: 'row:40',
      size: 20,
      sort: ['-createdAt'],
      count: 'capped',
    });
    expect(requestOf(readListState({ cursor: 'abc', page: '3' }, view), view).cursor).toBe('abc');
    expect(requestOf(readListState({}, view), view).cursor).toBeUndefined();
  });

  it('puts keyword, filters and further conditions into one filter', () => {
    const state = readListState(
      { q: ' 海国 ', 'f.rare': 'eq:true', where: '[{"field":"title","op":"notNull"}]' },
      view,
    );
    expect(requestOf(state, view).where).toEqual({
      and: [{ search: '海国' }, { field: 'rare', op: 'eq', value: true }, { field: 'title', op: 'notNull' }],
    });
  });

  it('starts again from the first page when the conditions change', () => {
    expect(fromStart(readListState({ cursor: 'abc', page: '2' }, view), { keyword: 'x' })).not.toHaveProperty('cursor');
    expect(isFiltered(readListState({}, view))).toBe(false);
    expect(isFiltered(readListState({ q: 'x' }, view))).toBe(true);
  });
});

describe('what a list shows when its address says nothing', () => {
  const defaults = { filters: { rare: { op: 'eq' as const, value: true } }, display: 'other' };

  it('is in force and stays out of the address', () => {
    const state = readListState({}, view, defaults);
    expect(state.filters).toEqual(defaults.filters);
    expect(writeListState(state, view, defaults)).toEqual({ display: 'other' });
  });

  it('can be cleared, and the address remembers that', () => {
    const cleared = writeListState({ ...readListState({}, view, defaults), filters: {} }, view, defaults);
    expect(cleared).toEqual({ 'f.rare': '', display: 'other' });
    expect(readListState(cleared, view, defaults).filters).toEqual({});
  });

  it('gives way to conditions brought along: a figure opens exactly the rows behind it', () => {
    const params = { where: '[{"field":"price","op":"gt","value":1}]', display: 'table' };
    const state = readListState(params, view, defaults);
    expect(state.filters).toEqual({});
    expect(writeListState(state, view, defaults)).toEqual(params);
  });

  it('names the number of rows in the address where the reader remembers another than the page has', () => {
    const remembered = { filters: {}, display: 'table', size: 200 };
    expect(readListState({}, view, remembered).size).toBe(200);
    expect(writeListState(readListState({}, view, remembered), view, remembered)).toEqual({ size: '200' });
    const saved = { ...remembered, name: 'a-view' };
    expect(writeListState(readListState({}, view, saved), view, saved)).toEqual({ view: 'a-view' });
  });

  it('names the chosen way of looking unless it is the first one for everybody', () => {
    expect(writeListState(readListState({ display: 'other' }, view), view)).toEqual({ display: 'other' });
    expect(readListState({ display: 'gone' }, view).display).toBe('table');
  });

  it('puts the conditions of the chosen tab before all others', () => {
    const where = [{ key: 'rare', field: 'rare', op: 'eq' as const, value: true }];
    const tab = (key: string) => ({ key, title: key, counted: false });
    const tabbed: ListView = {
      ...view,
      tabs: [
        { ...tab('all'), where: [] },
        { ...tab('rare'), where },
      ],
    };
    expect(requestOf(readListState({}, tabbed), tabbed).where).toBeUndefined();
    expect(requestOf(readListState({ tab: 'rare', q: 'x' }, tabbed), tabbed).where).toEqual({
      and: [{ field: 'rare', op: 'eq', value: true }, { search: 'x' }],
    });
    expect(writeListState(readListState({ tab: 'all' }, tabbed), tabbed)).toEqual({});
  });

  it('shows the rows behind a figure in a tab that keeps none back, and not in a tree', () => {
    const tab = (key: string, where: ListView['tabs'][number]['where']) => ({ key, title: key, counted: false, where });
    const only = [{ key: 'rare', field: 'rare', op: 'eq' as const, value: true }];
    const first: ListView = {
      ...view,
      displays: [{ key: 'tree', kind: 'tree', parent: 'parentId' }, ...view.displays],
      tabs: [tab('rare', only), tab('all', [])],
    };
    const params = { where: '[{"field":"price","op":"gt","value":1}]' };
    expect(readListState(params, first)).toMatchObject({ tab: 'all', display: 'table' });
    expect(writeListState(readListState(params, first), first)).toEqual({ ...params, display: 'table' });
    expect(readListState({}, first)).toMatchObject({ tab: 'rare', display: 'tree' });
    const cleared = { ...readListState(params, first), extra: [] };
    expect(readListState(writeListState(cleared, first), first)).toMatchObject({ tab: 'all', display: 'table' });
  });
});

describe('a filter', () => {
  it('turns days into the first and last millisecond of them in Shanghai', () => {
    const filter = readFilter('between:2026-11-20,2026-11-21', fieldOf('lentAt')) ?? expect.fail('no filter');
    expect(toWhere('lentAt', fieldOf('lentAt'), filter)).toEqual({
      field: 'lentAt',
      op: 'between',
      value: ['2026-11-19T16:00:00.000Z', '2026-11-21T15:59:59.999Z'],
    });
  });

  it('keeps an open bound open', () => {
    expect(readFilter('between:,500', fieldOf('price'))).toEqual({ op: 'between', value: [null, 500] });
    expect(writeFilter({ op: 'between', value: [null, 500] })).toBe('between:,500');
    expect(readFilter('between:,', fieldOf('price'))).toBeUndefined();
  });

  it('keeps a colon and a comma inside a text', () => {
    expect(readFilter('contains:a:b,c', fieldOf('title'))).toEqual({ op: 'contains', value: 'a:b,c' });
  });

  it('knows only the periods of the language', () => {
    expect(readFilter('within:someday', fieldOf('lentAt'))).toBeUndefined();
  });
});

it('reads an address written before a filter, a tab and a way of looking were renamed', () => {
  const renamed: ListView = {
    ...view,
    page: {
      ...view.page,
      filters: [{ key: 'price', formerKeys: ['cost'], field: 'price' }],
      tabs: [{ key: 'late', formerKeys: ['overdue'], title: '超期' }],
      views: [{ key: 'other', formerKeys: ['second'], kind: 'table' }],
    },
    tabs: [
      { key: 'all', title: '全部', where: [], counted: false },
      { key: 'late', title: '超期', where: [], counted: false },
    ],
  };
  const state = readListState({ 'f.cost': 'eq:100', tab: 'overdue', display: 'second' }, renamed);
  expect(state).toMatchObject({ filters: { price: { op: 'eq', value: 100 } }, tab: 'late', display: 'other' });
  const saved = {
    id: 'v',
    state: { filters: { cost: { op: 'eq' as const, value: 100 } }, tab: 'overdue', display: 'second' },
  };
  expect(beginningOf(saved, renamed)).toMatchObject({ lost: nothingLost, defaults: { tab: 'late' } });
});

it('keeps what a list shows when a number above it narrows it further', () => {
  const rare = { field: 'rare', op: 'eq', value: true } as const;
  const dear = { field: 'price', op: 'gt', value: 1 } as const;
  const state = { ...readListState({ q: '书', page: '3', where: JSON.stringify([rare]) }, view) };
  const next = narrowed(state, { where: JSON.stringify([rare, dear]) }, view);
  expect(next).toMatchObject({ keyword: '书', page: 1, extra: [rare, dear] });
  expect(readListState(writeListState(next, view), view)).toEqual(next);
});

describe('a step taken before the one before it is drawn', () => {
  const drawn = { tab: 'open', sort: 'name' };

  it('changes what it says, and leaves what the other changed', () => {
    const latest = { sort: 'name' };
    expect(steppedOver(latest, drawn, { ...drawn, q: '赵梅' })).toEqual({ sort: 'name', q: '赵梅' });
    expect(steppedOver({ ...latest, tab: 'all' }, drawn, { ...drawn, q: '赵梅' })).toEqual({
      ...{ sort: 'name', tab: 'all' },
      q: '赵梅',
    });
  });

  it('takes away what it takes away', () => {
    expect(steppedOver({ ...drawn, tab: 'all' }, drawn, { tab: 'open' })).toEqual({ tab: 'all' });
  });
});
