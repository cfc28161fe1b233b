import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsWithin, rowsWithin } from './window.ts';

const keyRange = fc
  .tuple(fc.integer({ min: -5000, max: 60_000 }), fc.integer({ min: 1, max: 3000 }))
  .map(([from, length]) => ({ from, to: from + length }));

describe('the window of rows', () => {
  it('covers what is in sight, lies among the rows and stays small', () => {
    fc.assert(
      fc.property(
        keyRange,
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 20, max: 80 }),
        (sight, count, height) => {
          const { first, end } = rowsWithin(sight, count, height);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(first);
          expect(end).toBeLessThanOrEqual(count);
          for (let row = 0; row < count; row++)
            if (row * height < sight.to && (row + 1) * height > sight.from)
              expect(row >= first && row < end).toBe(true);
          expect(end - first).toBeLessThanOrEqual((sight.to - sight.from) / height + 32);
        },
      ),
    );
  });

  it('stays the same while little is scrolled', () => {
    const at = (from: number) => rowsWithin({ from, to: from + 900 }, 1000, 43);
    expect(at(9_980)).toEqual(at(10_015));
  });

  it('is empty without rows', () => {
    expect(rowsWithin({ from: 0, to: 900 }, 0, 43)).toEqual({ first: 0, end: 0 });
  });
});

describe('the window of columns', () => {
  it('covers what is in sight and lies among the columns', () => {
    const widths = fc.array(fc.integer({ min: 48, max: 400 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(keyRange, widths, (sight, all) => {
        const edges = [0];
        for (const width of all) edges.push((edges.at(-1) ?? 0) + width);
        const { first, end } = columnsWithin(sight, edges);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(first);
        expect(end).toBeLessThanOrEqual(all.length);
        for (const [column, width] of all.entries()) {
          const start = edges[column] ?? 0;
          if (start < sight.to && start + width > sight.from) expect(column >= first && column < end).toBe(true);
        }
      }),
    );
  });
});
