import { describe, expect, it } from 'vitest';
import { sampleId, visitsDataset } from '../../fixtures/index.ts';
import { addDays, dayOf } from '../../model/time/index.ts';
import type { DatasetAnswer } from '../../model/wire/index.ts';
import { formatChange } from './cards/change-mark.tsx';
import { visitFigures } from './dashboard.testing.ts';
import { gridCsv, sortedRows } from './grids/figure-grid.ts';
import { pivotGrid } from './grids/pivot-grid.ts';
import { rankingOf } from './grids/ranking.ts';
import { tableGrid } from './grids/table-grid.ts';

const today = dayOf(new Date().toISOString());
const span = { startDate: addDays(today, -25), endDate: addDays(today, -1) };
const words = { total: '合计', now: '本期', before: '上期', change: '变化' };
const number = (value: unknown) => (typeof value === 'number' ? value : 0);

describe('a pivot table', () => {
  const card = { rows: 'branch', columns: 'category', measures: ['visits', 'lendRate'], total: true };

  it('adds up along both margins to the total, and takes ratios as they were counted', async () => {
    const answer = await visitFigures({ ...span, dimensions: ['branch', 'category'], measures: card.measures });
    const grid = pivotGrid(card, answer, visitsDataset, words);
    const visits = grid.columns.flatMap(({ title, group }, index) =>
      title === '到馆人次' && group !== '合计' ? [index] : [],
    );
    const last = grid.columns.length - 2;
    for (const row of [...grid.rows, ...(grid.total === undefined ? [] : [grid.total])])
      expect(visits.reduce((sum, index) => sum + number(row.cells[index]?.value), 0)).toBe(row.cells[last]?.value);
    const down = grid.rows.reduce((sum, row) => sum + number(row.cells[last]?.value), 0);
    expect(down).toBe(answer.total.visits);
    expect(grid.total?.cells.at(-1)?.value).toBe(answer.total.lendRate);
  });

  it('knows what each number stands for, the margins too', async () => {
    const answer = await visitFigures({ ...span, dimensions: ['branch', 'category'], measures: ['visits'] });
    const grid = pivotGrid({ ...card, measures: ['visits'] }, answer, visitsDataset, words);
    const [row] = grid.rows;
    expect(row?.cells[1]?.figure?.keys).toEqual({ branch: row?.key, category: 'literature' });
    expect(row?.cells.at(-1)?.figure?.keys).toEqual({ branch: row?.key });
    expect(grid.total?.cells[1]?.figure?.keys).toEqual({ category: 'literature' });
    expect(grid.total?.cells.at(-1)?.figure?.keys).toEqual({});
  });
});

describe('a table', () => {
  it('has the figures now, before and the change, and their totals', async () => {
    const answer = await visitFigures({
      ...span,
      dimensions: ['branch'],
      measures: ['fee'],
      compare: ['previousPeriod'],
    });
    const card = { dimensions: ['branch'], measures: ['fee'], compare: 'previousPeriod' as const, total: true };
    const grid = tableGrid(card, answer, visitsDataset, words);
    expect(grid.columns.map(({ group, title }) => [group, title])).toEqual([
      [undefined, '分馆'],
      ['收费', '本期'],
      ['收费', '上期'],
      ['收费', '变化'],
    ]);
    const sum = grid.rows.reduce((total, row) => total + number(row.cells[2]?.value), 0);
    expect(grid.total?.cells[2]?.value).toBe(sum);
    expect(grid.total?.cells.map(({ figure }) => figure?.keys)).toEqual([undefined, {}, {}, undefined]);
    expect(grid.rows[0]?.cells[2]?.figure).toMatchObject({ compared: 'previousPeriod' });
  });

  const rows = [
    { key: 'a', cells: [{ value: '乙' }, { value: 2 }] },
    { key: 'b', cells: [{ value: '甲' }, { value: null }] },
    { key: 'c', cells: [{ value: '丙' }, { value: 10 }] },
  ];

  it('sorts by a column, what has no value last either way', () => {
    const keys = (isDown: boolean) => sortedRows(rows, { column: 1, isDown }).map(({ key }) => key);
    expect(keys(true)).toEqual(['c', 'a', 'b']);
    expect(keys(false)).toEqual(['a', 'c', 'b']);
    expect(sortedRows(rows, undefined)).toBe(rows);
  });

  it('is copied with amounts in yuan, and nothing a spreadsheet would run', () => {
    const columns = [
      { key: 'name', title: '名称', kind: 'name', unit: '' },
      { key: 'fee', title: '收费, 元', kind: 'figure', unit: 'money' },
    ] as const;
    const odd = [{ key: 'x', cells: [{ value: '=1+1' }, { value: -123_450 }] }];
    expect(gridCsv({ columns, rows: odd })).toBe('名称,"收费, 元"\r\n\'=1+1,-1234.50');
  });
});

describe('a ranking', () => {
  const row = (key: string, visits: number | null, rank?: number): DatasetAnswer['rows'][number] => ({
    key,
    name: key,
    keys: { staff: key },
    names: { staff: key },
    visits,
    ...(rank === undefined ? {} : { rank }),
  });
  const answer = (rows: DatasetAnswer['rows']): DatasetAnswer => ({
    period: span,
    dimensions: [],
    series: [],
    rows,
    total: {},
    truncated: false,
  });
  const card = { measure: 'visits', top: 3 };

  it('shares places among equals, shows all who share the last one, and leaves out who has none', () => {
    const rows = [row('a', 9), row('b', 9), row('c', 5), row('d', 5), row('e', 1), row('f', null)];
    const { rows: shown } = rankingOf(card, answer(rows), visitsDataset, new Set());
    expect(shown.map(({ key, place }) => [key, place])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
      ['d', 3],
    ]);
  });

  it('keeps the own place in sight wherever it lies', () => {
    const rows = [row('a', 9, 1), row('b', 8, 2), row('c', 7, 3), row('me', 1, 57)];
    const ranking = rankingOf(card, answer(rows), visitsDataset, new Set(['me']));
    expect(ranking.own).toMatchObject({ key: 'me', place: 57, isOwn: true });
    expect(rankingOf({ ...card, top: 100 }, answer(rows), visitsDataset, new Set(['me'])).own).toBeUndefined();
  });

  it('tells the places gained since the period before', async () => {
    const rows = await visitFigures({
      ...span,
      dimensions: ['staff'],
      measures: ['visits', 'place'],
      sort: ['-visits'],
      compare: ['previousPeriod'],
    });
    const ranking = rankingOf({ ...card, measures: ['place'] }, rows, visitsDataset, new Set([sampleId('staff', 0)]));
    expect(ranking.rows.every(({ gained }) => typeof gained === 'number')).toBe(true);
    expect(ranking.others).toEqual([]);
  });
});

it('a change has its sign, and a dash where there is none', () => {
  expect([12.34, -3, 0, null].map(formatChange)).toEqual(['+12.3%', '-3%', '0%', '—']);
});
