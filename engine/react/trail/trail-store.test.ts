import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Trail, trailInSight } from './trail.ts';
import { keepTrail, keptTrail, restOfTrail } from './trail-store.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

const from = { page: 'books', api: '/v1/book/query' };
const lane = (part: string, ids: readonly string[]): Trail => ({ ...trailInSight(from, ids), part });
const found = (id: string) => keptTrail('me', 'book', id)?.ids;

it('keeps the rows of every lane of a board, each once', () => {
  keepTrail('me', 'book', lane('new', ['a', 'b']));
  keepTrail('me', 'book', lane('lent', ['c']));
  keepTrail('me', 'book', lane('new', ['a', 'b', 'd']));
  expect(found('d')).toEqual(['a', 'b', 'd']);
  expect(found('c')).toEqual(['c']);
  expect(keptTrail('other', 'book', 'c')).toBeUndefined();
});

it('prefers what was listed last, and forgets another page', () => {
  keepTrail('me', 'book', lane('new', ['a', 'b']));
  keepTrail('me', 'book', trailInSight(from, ['b', 'x']));
  expect(found('b')).toEqual(['b', 'x']);
  expect(found('a')).toEqual(['a', 'b']);
  keepTrail('me', 'book', trailInSight({ ...from, page: 'loans' }, ['y']));
  expect(found('a')).toBeUndefined();
});

it('knows which rows follow, and none where the record is not among them', () => {
  keepTrail('me', 'book', lane('new', ['a', 'b', 'c']));
  expect(restOfTrail('me', 'book', 'a')).toEqual(['b', 'c']);
  expect(restOfTrail('me', 'book', 'c')).toEqual([]);
  expect(restOfTrail('me', 'book', 'x')).toEqual([]);
});

it('takes nothing that it did not write', () => {
  for (const text of ['no json', '{}', '[1,{"ids":3}]']) {
    kept.set('engine.trail.me.book', text);
    expect(found('a')).toBeUndefined();
  }
});
