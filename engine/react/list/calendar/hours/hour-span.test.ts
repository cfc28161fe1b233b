import { describe, expect, it } from 'vitest';
import type { CardField } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import { blocksOf, conflictOf, hourColumns, hoursAround, momentAt, placedAt, placeOf, stepped } from './hour-span.ts';

const moment = (path: string): CardField => ({
  path,
  title: path,
  field: { key: path, title: path, type: 'datetime' },
});
const times = { start: moment('from'), end: moment('to') };
const day = '2026-11-24';
const days = [day, '2026-11-25'];
const row = (id: string, from: number, to: number, over: Readonly<Record<string, unknown>> = {}): WireRecord => ({
  id,
  version: 1,
  from: momentAt(day, from * 60),
  to: momentAt(day, to * 60),
  ...over,
});

describe('columns of hours', () => {
  it('are days, or each day for each owner', () => {
    expect(hourColumns(days, undefined).map(({ key }) => key)).toEqual(days);
    const owners = [
      { id: 'a', title: '甲' },
      { id: null, title: '未指定' },
    ];
    expect(hourColumns(days, owners).map(({ key }) => key)).toEqual([
      `${day}/a`,
      `${day}/`,
      `${days[1]}/a`,
      `${days[1]}/`,
    ]);
  });

  it('hold what stands there, those of one time side by side, each in the first lane that is free', () => {
    const rows = [row('a', 9, 12), row('b', 9.5, 10), row('c', 10, 11), row('d', 12, 13)];
    const lanes = blocksOf(rows, times, hourColumns(days, undefined), undefined).map(({ record, lane, lanes: of }) => [
      record.id,
      lane,
      of,
    ]);
    expect(lanes).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 1, 2],
      ['d', 0, 1],
    ]);
  });

  it('hold one over midnight on both its days, cut at the edge', () => {
    const blocks = blocksOf([row('night', 23, 26)], times, hourColumns(days, undefined), undefined);
    expect(blocks.map(({ from, to, isContinued, goesOn }) => [from, to, isContinued, goesOn])).toEqual([
      [1380, 1440, false, true],
      [0, 120, true, false],
    ]);
  });

  it('hold only what belongs to their owner, and what belongs to nobody in the column of nobody', () => {
    const owners = [
      { id: 'x', title: '甲' },
      { id: null, title: '未指定' },
    ];
    const rows = [row('own', 9, 10, { who: 'x' }), row('free', 9, 10, { who: null })];
    const blocks = blocksOf(rows, times, hourColumns([day], owners), 'who');
    expect(blocks.map(({ record, column }) => [record.id, column.key])).toEqual([
      ['own', `${day}/x`],
      ['free', `${day}/`],
    ]);
  });

  it('reach as far as something stands', () => {
    expect(hoursAround([{ from: 7 * 60 + 30, to: 22 * 60 + 15 }], { from: 8, to: 20 })).toEqual({ from: 7, to: 23 });
    expect(hoursAround([], { from: 8, to: 20 })).toEqual({ from: 8, to: 20 });
  });
});

describe('a record that is moved', () => {
  const [block] = blocksOf([row('a', 9, 10.5)], times, hourColumns(days, undefined), undefined);
  if (block === undefined) throw new TypeError('no block');
  const start = placeOf(block, times);

  it('begins on its day and lasts at least a step', () => {
    expect(stepped(start, { move: -100 })).toMatchObject({ from: 0, to: 90 });
    expect(stepped(start, { longer: -100 })).toMatchObject({ from: 540, to: 555 });
    expect(stepped(start, { move: 2 })).toMatchObject({ from: 570, to: 660 });
  });

  it('changes only what became another: nothing where it stayed, the end where it became longer, the owner in another column', () => {
    expect(placedAt(block.record, times, start, undefined).now).toEqual({});
    expect(placedAt(block.record, times, stepped(start, { longer: 2 }), undefined)).toEqual({
      was: { to: momentAt(day, 630) },
      now: { to: momentAt(day, 660) },
    });
    const column = { key: `${day}/y`, day, of: { id: 'y', title: '乙' } };
    expect(placedAt({ ...block.record, who: 'x' }, times, { ...start, column }, 'who')).toEqual({
      was: { who: 'x' },
      now: { who: 'y' },
    });
  });
});

describe('what is in the way', () => {
  const overlaps = [{ equal: ['who'], message: '冲突', counts: () => true }];
  const counts = (_: unknown, record: WireRecord) => record.gone !== true;
  const rows = [
    row('a', 9, 10, { who: 'x' }),
    row('b', 12, 13, { who: 'x', gone: true }),
    row('n', 15, 16, { who: null }),
  ];
  const conflict = (wanted: WireRecord) => conflictOf(wanted, rows, times, overlaps, counts)?.record.id;

  it('is another of the same owner at the same time, not one that ends as this begins', () => {
    expect(conflict(row('z', 9.5, 11, { who: 'x' }))).toBe('a');
    expect(conflict(row('z', 10, 11, { who: 'x' }))).toBeUndefined();
    expect(conflict(row('z', 9.5, 11, { who: 'y' }))).toBeUndefined();
    expect(conflict(row('a', 9.5, 11, { who: 'x' }))).toBeUndefined();
  });

  it('is none that does not count, and none where both belong to nobody', () => {
    expect(conflict(row('z', 12, 13, { who: 'x' }))).toBeUndefined();
    expect(conflict(row('z', 15, 16, { who: null }))).toBeUndefined();
    expect(conflict(row('z', 9, 10, { who: 'x', gone: true }))).toBeUndefined();
  });
});
