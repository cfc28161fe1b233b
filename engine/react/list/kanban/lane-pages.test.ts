import { expect, it } from 'vitest';
import type { WireRecord } from '../../../model/wire/index.ts';
import { type LanePages, recordsOf, totalOf, withoutRecord, withRecord } from './lane-pages.ts';

const record = (id: string): WireRecord => ({ id, version: 1 });

function lane(total: number, isCapped: boolean, ...pages: readonly (readonly string[])[]): LanePages {
  return {
    pageParams: pages.map(() => undefined),
    pages: pages.map((ids) => ({
      list: ids.map(record),
      next: null,
      previous: null,
      total,
      totalIsCapped: isCapped,
    })),
  };
}

const idsOf = (pages: LanePages) => recordsOf(pages).map(({ id }) => id);

it('shows a record once though two pages brought it', () => {
  expect(idsOf(lane(3, false, ['a', 'b'], ['b', 'c']))).toEqual(['a', 'b', 'c']);
});

it('puts a moved record first and counts it', () => {
  const moved = withRecord(lane(2, false, ['a'], ['b']), record('x'));
  expect(idsOf(moved)).toEqual(['x', 'a', 'b']);
  expect(totalOf(moved)).toEqual({ count: 3, isCapped: false });
});

it('takes a record out wherever it stands', () => {
  const left = withoutRecord(lane(2, false, ['a'], ['b']), 'b');
  expect(idsOf(left)).toEqual(['a']);
  expect(totalOf(left)).toEqual({ count: 1, isCapped: false });
});

it('leaves alone a lane without the record, and a count that is only a bound', () => {
  const pages = lane(1000, true, ['a']);
  expect(withoutRecord(pages, 'x')).toBe(pages);
  expect(totalOf(withRecord(pages, record('x')))).toEqual({ count: 1000, isCapped: true });
});
