import { describe, expect, it } from 'vitest';
import type { ColumnView } from '../../../model/view/index.ts';
import {
  arranged,
  isArranged,
  movedColumn,
  placedColumn,
  plainLayout,
  readLayout,
  shownColumns,
  writeLayout,
} from './column-layout.ts';

const column = (key: string, more: Partial<ColumnView> = {}): ColumnView => ({
  key,
  path: key,
  title: key,
  field: { key, title: key, type: 'string' },
  sortable: false,
  hidden: false,
  reads: [],
  ...more,
});
const columns = [column('a', { pin: 'left' }), column('b'), column('c'), column('d', { hidden: true })];
const plain = plainLayout(columns);
const keys = (list: readonly ColumnView[]) => list.map(({ key }) => key).join('');

describe('the look of a list', () => {
  it('is as the page has it until somebody touches it', () => {
    expect(keys(shownColumns(columns, plain))).toBe('abc');
    expect(isArranged(plain, columns)).toBe(false);
    expect(isArranged({ ...plain, widths: { a: 80 } }, columns)).toBe(true);
  });

  it('keeps pinned columns at their side, whatever their order', () => {
    const layout = { ...plain, order: ['c', 'b', 'a'], pins: { b: 'right' as const } };
    expect(keys(shownColumns(columns, layout))).toBe('acb');
    expect(keys(shownColumns(columns, { ...plain, pins: { a: 'none' as const, c: 'left' as const } }))).toBe('cab');
  });

  it('moves a column among those of its side only', () => {
    expect(movedColumn(columns, plain, 'b', -1)).toBeUndefined();
    expect(keys(arranged(columns, movedColumn(columns, plain, 'b', 1) ?? plain))).toBe('acbd');
    expect(keys(arranged(columns, placedColumn(columns, plain, 'c', 1)))).toBe('acbd');
  });

  it('gives columns that are new a place behind their neighbour', () => {
    const grown = [column('a'), column('x'), column('b'), column('c')];
    expect(keys(arranged(grown, { ...plain, order: ['c', 'b', 'a', 'gone'] }))).toBe('cbax');
    expect(keys(arranged([column('x'), ...columns], { ...plain, order: ['a', 'b'] }))).toBe('axbcd');
  });

  it('reads back what it wrote, and from anything else the plain look', () => {
    const layout = {
      density: 'small' as const,
      hidden: new Set(['b']),
      order: ['c', 'a'],
      widths: { c: 120 },
      pins: { a: 'none' as const },
    };
    expect(readLayout(JSON.parse(JSON.stringify(writeLayout(layout))), columns)).toEqual(layout);
    for (const kept of [undefined, null, 7, 'x', [], { density: 'huge', widths: [], pins: 3, order: {}, hidden: 1 }])
      expect(readLayout(kept, columns)).toEqual(plain);
    expect(readLayout({ widths: { c: 1, a: 1e9, gone: 5, b: 'x' } }, columns).widths).toEqual({ c: 48, a: 1200 });
    // What an earlier version kept: density and hidden columns only.
    expect(readLayout({ density: 'large', hidden: ['c'] }, columns)).toMatchObject({ density: 'large', order: [] });
  });

  it('finds a column that was renamed by the key it once had', () => {
    const renamed = [column('a'), column('tel', { formerKeys: ['mobile'] })];
    const kept = { hidden: ['mobile'], order: ['mobile', 'a'], widths: { mobile: 90 }, pins: { mobile: 'left' } };
    expect(readLayout(kept, renamed)).toEqual({
      density: 'middle',
      hidden: new Set(['tel']),
      order: ['tel', 'a'],
      widths: { tel: 90 },
      pins: { tel: 'left' },
    });
  });
});
