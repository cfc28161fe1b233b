import { describe, expect, it } from 'vitest';
import type { QueryAnswer } from '../../model/wire/index.ts';
import { adjacentNavigation, hasBeside, navigationOf, placeIn } from './record-navigation.ts';

const answer = (ids: readonly string[], next: string | null, previous: string | null): QueryAnswer => ({
  list: ids.map((id) => ({ id })),
  next,
  previous,
  total: 6,
  totalIsCapped: false,
});
const from = { page: 'books', api: '/v1/book/query', before: 2 };
const navigation = navigationOf(from, { size: 2, cursor: 'row:2', fields: ['title'] }, answer(['c', 'd'], 'n', 'p'));

describe('the list a record was opened from', () => {
  it('knows the place of its rows, and what was asked without the place', () => {
    expect(placeIn(navigation, 'c')).toBe(3);
    expect(placeIn(navigation, 'x')).toBeUndefined();
    expect(navigation.request).toEqual({ size: 2 });
  });

  it('keeps what the list was narrowed to and sorted by', () => {
    const asked = {
      size: 2,
      where: { field: 'state', op: 'eq' as const, value: 'shelved' },
      sort: ['-price'],
      search: '海',
    };
    const narrowed = navigationOf(
      from,
      { ...asked, cursor: 'row:2', fields: ['title'], count: 'capped' },
      answer(['c'], 'n', null),
    );
    expect(narrowed.request).toMatchObject(asked);
    expect(narrowed.request).not.toHaveProperty('cursor');
    expect(adjacentNavigation(narrowed, answer(['d'], null, 'p'), 1).request).toMatchObject(asked);
  });

  it('goes on to the next page and back', () => {
    const on = adjacentNavigation(navigation, answer(['e', 'f'], null, 'q'), 1);
    expect(placeIn(on, 'e')).toBe(5);
    expect(hasBeside(on, 'f', 1)).toBe(false);
    expect(hasBeside(on, 'e', -1)).toBe(true);
    const back = adjacentNavigation(navigation, answer(['a', 'b'], 'm', null), -1);
    expect(placeIn(back, 'b')).toBe(2);
    expect(hasBeside(back, 'a', -1)).toBe(false);
  });

  it('tells no place where the list was entered in its middle', () => {
    const cursor = navigationOf({ page: 'books', api: '/v1/book/query' }, { size: 2 }, answer(['y', 'z'], null, 'p'));
    expect(placeIn(cursor, 'y')).toBeUndefined();
    expect(placeIn(adjacentNavigation(cursor, answer(['w', 'x'], 'n', null), -1), 'w')).toBeUndefined();
  });
});
