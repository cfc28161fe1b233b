import { describe, expect, it } from 'vitest';
import { nextSort } from './list-sort.ts';

describe('sorting by a click', () => {
  const click = (sort: readonly string[], path: string, ofPage: readonly string[] = ['-createdAt']) =>
    nextSort(sort, ofPage, path, false);
  const added = (sort: readonly string[], path: string) => nextSort(sort, ['-createdAt'], path, true);

  it('goes up, down, and back to the order of the page', () => {
    expect(click([], 'price')).toEqual(['price']);
    expect(click(['price'], 'price')).toEqual(['-price']);
    expect(click(['-price'], 'price')).toEqual([]);
  });

  it('turns round what the page itself sorts downwards', () => {
    expect(click([], 'price', ['-price'])).toEqual(['price']);
    expect(click(['-price'], 'price', ['-price'])).toEqual(['price']);
  });

  it('replaces all others', () => {
    expect(click(['price', '-pages'], 'title')).toEqual(['title']);
    expect(click(['price', '-pages'], 'pages')).toEqual([]);
  });

  it('adds a further field, turns it and drops it in its rank', () => {
    expect(added([], 'price')).toEqual(['price']);
    expect(added(['price'], 'pages')).toEqual(['price', 'pages']);
    expect(added(['price', 'pages'], 'price')).toEqual(['-price', 'pages']);
    expect(added(['-price', 'pages'], 'price')).toEqual(['pages']);
  });

  it('takes four fields and no more', () => {
    const four = ['a', 'b', 'c', 'd'];
    expect(added(four, 'e')).toBeUndefined();
    expect(added(four, 'd')).toEqual(['a', 'b', 'c', '-d']);
  });
});
