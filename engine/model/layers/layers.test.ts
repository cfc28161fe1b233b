import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import { diffDocuments } from './diff.ts';
import { foldLayers } from './fold.ts';
import { formatKeyPath, parseKeyPath } from './key-path.ts';
import type { EditOutcome, Layer, LayerLevel, LayerOperation } from './layer.ts';
import { rebaseLayer } from './rebase.ts';

const page: JsonObject = {
  schemaVersion: 2,
  name: 'books',
  path: '/books',
  title: '图书',
  kind: 'list',
  entity: 'book',
  scope: 'all',
  filter: { lost: false },
  api: { query: '/v1/book/query' },
  columns: [
    { key: 'title', field: 'title', width: 200 },
    { key: 'keeper', field: 'keeper.name', width: 120 },
    { key: 'shelf', field: 'shelf' },
  ],
  row: [{ key: 'lend', title: '借出', permission: 'book:lend', api: '/v1/book/lend' }],
  sort: ['-createdAt', 'title'],
};

function layerOf(operations: readonly LayerOperation[], level: LayerLevel = 'org'): Layer {
  return { level, name: level, basedOn: 'r1', operations };
}

function foldOne(
  document: JsonObject,
  operation: LayerOperation,
): { document: JsonObject; outcome: EditOutcome | undefined } {
  const { document: folded, report } = foldLayers(document, [layerOf([operation])]);
  return { document: folded, outcome: report[0]?.outcome };
}

function columnsWith(...columns: readonly unknown[]): JsonObject {
  return { ...page, columns };
}

const [title, keeper, shelf] = [
  { key: 'title', field: 'title', width: 200 },
  { key: 'keeper', field: 'keeper.name', width: 120 },
  { key: 'shelf', field: 'shelf' },
];
const widen: LayerOperation = { key: 'widen', op: 'set', at: 'columns/keeper/width', value: 160, was: 120 };

describe('three-way merge of an edit', () => {
  it('applies where nothing changed below', () => {
    expect(foldOne(page, widen)).toEqual({
      document: columnsWith(title, { ...keeper, width: 160 }, shelf),
      outcome: { status: 'applied' },
    });
  });

  it('drops where below says the same by now', () => {
    const upgraded = columnsWith(title, { ...keeper, width: 160 });
    expect(foldOne(upgraded, widen)).toEqual({ document: upgraded, outcome: { status: 'dropped' } });
  });

  it('stands, as a listed conflict, where below says something else by now', () => {
    expect(foldOne(columnsWith({ ...keeper, width: 140 }), widen)).toEqual({
      document: columnsWith({ ...keeper, width: 160 }),
      outcome: { status: 'conflict', winner: 'edit', below: 140, was: 120, value: 160, kept: [] },
    });
  });

  it('sleeps while its anchor is gone', () => {
    const upgraded = columnsWith(title);
    expect(foldOne(upgraded, widen)).toEqual({
      document: upgraded,
      outcome: { status: 'asleep', missing: 'columns/keeper' },
    });
  });

  it('follows an item that was renamed, and does not take the renaming for a change', () => {
    const renamed = { key: 'holder', formerKeys: ['keeper'], field: 'keeper.name', width: 120 };
    const upgraded = columnsWith(title, renamed, shelf);
    expect(foldOne(upgraded, widen).document).toEqual(columnsWith(title, { ...renamed, width: 160 }, shelf));
    const hide: LayerOperation = { key: 'gone', op: 'hide', at: 'columns/keeper', was: keeper };
    expect(foldOne(upgraded, hide)).toEqual({ document: columnsWith(title, shelf), outcome: { status: 'applied' } });
    const move: LayerOperation = { key: 'up', op: 'move', at: 'columns/shelf', after: null, was: 'keeper' };
    expect(foldOne(upgraded, move).outcome).toEqual({ status: 'applied' });
    const behind: LayerOperation = { key: 'down', op: 'move', at: 'columns/title', after: 'keeper', was: null };
    expect(foldOne(upgraded, behind).document).toEqual(columnsWith(renamed, title, shelf));
  });
});

describe('an item added in the app', () => {
  const add: LayerOperation = {
    key: 'isbn',
    op: 'add',
    at: 'columns/isbn',
    value: { key: 'isbn', field: 'isbn' },
    after: 'title',
  };

  it('stands behind the sibling it names, first, or last', () => {
    const isbn = { key: 'isbn', field: 'isbn' };
    expect(foldOne(page, add).document).toEqual(columnsWith(title, isbn, keeper, shelf));
    expect(foldOne(page, { ...add, after: null }).document).toEqual(columnsWith(isbn, title, keeper, shelf));
    const { after: _, ...last } = add;
    expect(foldOne(page, last).document).toEqual(columnsWith(title, keeper, shelf, isbn));
  });

  it('stands last, and is not lost, when that sibling is gone', () => {
    expect(foldOne(columnsWith(shelf), add)).toEqual({
      document: columnsWith(shelf, { key: 'isbn', field: 'isbn' }),
      outcome: { status: 'applied' },
    });
  });

  it('is a conflict, never a second item, when below has one of this key by now', () => {
    const shipped = { key: 'isbn', field: 'isbn13', width: 90 };
    expect(foldOne(columnsWith(shipped), add)).toMatchObject({
      document: { columns: [{ key: 'isbn', field: 'isbn' }] },
      outcome: { status: 'conflict', winner: 'edit', below: shipped },
    });
  });

  it('may name permission and path of its own, which the checker judges', () => {
    const value = { key: 'scan', title: '扫码', permission: 'book:scan', api: '/v1/book/scan' };
    expect(foldOne(page, { key: 'scan', op: 'add', at: 'row/scan', value })).toMatchObject({
      document: { row: [{ key: 'lend' }, value] },
      outcome: { status: 'applied' },
    });
  });
});

describe('what no edit changes', () => {
  const set = (at: string, value: unknown, was?: unknown): LayerOperation => ({
    key: 'evil',
    op: 'set',
    at,
    value,
    was,
  });

  it.each([
    ['permission', 'row/lend/permission', 'book:query', 'book:lend'],
    ['api', 'row/lend/api', '/v1/book/query', '/v1/book/lend'],
    ['api', 'api/query', '/v1/reader/query', '/v1/book/query'],
    ['entity', 'entity', 'reader', 'book'],
    ['path', 'path', '/elsewhere', '/books'],
  ])('is kept and listed as a conflict: %s at %s', (_, at, value, below) => {
    expect(foldOne(page, set(at, value, below))).toEqual({
      document: page,
      outcome: { status: 'conflict', winner: 'below', below, was: below, value, kept: [at] },
    });
  });

  it.each([
    ['scope', 'mine'],
    ['name', 'other'],
    ['filter', {}],
    ['filter/lost', true],
    ['kind', 'dashboard'],
    ['schemaVersion', 1],
    ['extends', 'other'],
    ['columns/keeper/key', 'x'],
  ])('is refused: %s', (at, value) => {
    expect(foldOne(page, set(at, value))).toEqual({ document: page, outcome: { status: 'refused', reason: 'fixed' } });
  });

  it.each(['filter', 'filter/lost', 'scope'])('cannot be taken away: %s', (at) => {
    for (const op of ['unset', 'hide'] as const)
      expect(foldOne(page, { key: 'evil', op, at })).toEqual({
        document: page,
        outcome: { status: 'refused', reason: 'fixed' },
      });
  });

  it('is put back into a whole that holds it, at any depth, and the places are listed', () => {
    const row = [
      { key: 'lend', title: '出借', permission: 'book:query', api: '/v1/book/lend', filter: { a: 1 } },
      { key: 'scan', permission: 'book:scan' },
    ];
    expect(foldOne(page, set('row', row, page.row))).toMatchObject({
      document: { row: [{ key: 'lend', title: '出借', permission: 'book:lend', api: '/v1/book/lend' }, row[1]] },
      outcome: { status: 'conflict', winner: 'edit', kept: ['row/lend/permission', 'row/lend/filter'] },
    });
    expect(foldOne(page, set('row', row, page.row)).document).not.toHaveProperty('row.0.filter');
  });

  it('is as shipped when an item is hidden and added back otherwise, or its list taken away and set anew', () => {
    const evil = { key: 'lend', title: '借出', permission: 'book:query', api: '/v1/book/lend' };
    const hidden = layerOf([
      { key: 'one', op: 'hide', at: 'row/lend' },
      { key: 'two', op: 'add', at: 'row/lend', value: evil },
    ]);
    expect(foldLayers(page, [hidden]).document).toEqual(page);
    const taken = layerOf([
      { key: 'one', op: 'unset', at: 'row', was: page.row },
      { key: 'two', op: 'set', at: 'row', value: [evil] },
    ]);
    expect(foldLayers(page, [taken]).document).toEqual(page);
  });

  it('does not stand in the way of hiding an action', () => {
    const was = { key: 'lend', title: '借出', permission: 'book:lend', api: '/v1/book/lend' };
    expect(foldOne(page, { key: 'gone', op: 'hide', at: 'row/lend', was })).toEqual({
      document: { ...page, row: [] },
      outcome: { status: 'applied' },
    });
  });
});

describe('layers', () => {
  it('fold in the order organisation, role, user, however they are given', () => {
    const width = (level: LayerLevel, value: number, was: number): Layer =>
      layerOf([{ key: 'width', op: 'set', at: 'columns/keeper/width', value, was }], level);
    const folded = foldLayers(page, [width('user', 300, 200), width('org', 150, 120), width('role', 200, 150)]);
    expect(folded.document).toEqual(columnsWith(title, { ...keeper, width: 300 }, shelf));
    expect(folded.report.map(({ level, outcome }) => [level, outcome.status])).toEqual([
      ['org', 'applied'],
      ['role', 'applied'],
      ['user', 'applied'],
    ]);
  });

  it('address plain text by itself', () => {
    const move: LayerOperation = { key: 'first', op: 'move', at: 'sort/title', after: null, was: '-createdAt' };
    expect(foldOne(page, move).document).toEqual({ ...page, sort: ['title', '-createdAt'] });
  });

  it('refuse rubbish, too deep, endless or two of one key, and go on', () => {
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth += 1) deep = [deep];
    const values = [endless, deep, [{ key: 'a' }, { key: 'a' }], JSON.parse('{"__proto__":{"polluted":true}}')];
    const operations = values.map(
      (value, index): LayerOperation => ({ key: `k${index}`, op: 'set', at: 'title', value }),
    );
    const { document, report } = foldLayers(page, [layerOf([...operations, widen])]);
    expect(report.map(({ outcome }) => outcome.status)).toEqual([
      'refused',
      'refused',
      'refused',
      'refused',
      'applied',
    ]);
    expect(document.title).toBe('图书');
  });
});

describe('a layer brought up to a new document', () => {
  it('speaks in present keys and of present values, and keeps what is at odds', () => {
    const upgraded = columnsWith({ ...title, width: 220 }, { ...keeper, key: 'holder', formerKeys: ['keeper'] }, shelf);
    const narrow: LayerOperation = { key: 'narrow', op: 'set', at: 'columns/title/width', value: 100, was: 200 };
    const gone: LayerOperation = { key: 'gone', op: 'unset', at: 'columns/lost/width', was: 5 };
    const { layer, conflicts } = rebaseLayer(layerOf([widen, narrow, gone]), page, upgraded, 'r2');
    expect(layer).toEqual({
      ...layerOf([{ ...widen, at: 'columns/holder/width' }, narrow, gone]),
      basedOn: 'r2',
    });
    expect(conflicts).toEqual([
      {
        key: 'narrow',
        at: 'columns/title/width',
        outcome: { status: 'conflict', winner: 'edit', below: 220, was: 200, value: 100, kept: [] },
      },
      { key: 'gone', at: 'columns/lost/width', outcome: { status: 'asleep', missing: 'columns/lost' } },
    ]);
  });

  it('remembers what below has taken over, and tells when it is taken back', () => {
    const same = columnsWith(title, { ...keeper, width: 160 }, shelf);
    const { layer, conflicts } = rebaseLayer(layerOf([widen]), page, same, 'r2');
    expect(conflicts).toEqual([]);
    expect(layer.operations).toEqual([{ ...widen, was: 160 }]);
    expect(rebaseLayer(layer, same, page, 'r3').conflicts).toMatchObject([
      { outcome: { status: 'conflict', winner: 'edit', below: 120, was: 160 } },
    ]);
  });
});

describe('the difference of two documents', () => {
  it('is what an editor did, and says nothing of what is fixed', () => {
    const after = {
      ...page,
      scope: 'mine',
      columns: [shelf, { ...title, width: 210 }, { key: 'isbn', field: 'isbn' }],
      empty: '没有书',
    };
    expect(diffDocuments(page, after)).toEqual([
      { key: 'hide1', op: 'hide', at: 'columns/keeper', was: keeper },
      { key: 'set1', op: 'set', at: 'columns/title/width', value: 210, was: 200 },
      { key: 'move1', op: 'move', at: 'columns/shelf', after: null, was: 'title' },
      { key: 'add1', op: 'add', at: 'columns/isbn', value: { key: 'isbn', field: 'isbn' }, after: 'title' },
      { key: 'set2', op: 'set', at: 'empty', value: '没有书' },
    ]);
  });
});

describe('a key path', () => {
  it('may hold any name', () => {
    for (const segments of [
      ['columns', 'owner'],
      ['props', 'a/b~c', '', '~1'],
    ])
      expect(parseKeyPath(formatKeyPath(segments))).toEqual(segments);
  });

  it('never leads to a prototype, nor on and on', () => {
    expect(parseKeyPath('columns/__proto__')).toBeUndefined();
    expect(parseKeyPath('a/'.repeat(100))).toBeUndefined();
  });
});
