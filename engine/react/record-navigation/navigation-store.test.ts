import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { remainingRecords, savedNavigation, saveNavigation } from './navigation-store.ts';
import { type RecordNavigation, visibleNavigation } from './record-navigation.ts';

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
const lane = (part: string, ids: readonly string[]): RecordNavigation => ({ ...visibleNavigation(from, ids), part });
const found = (id: string) => savedNavigation('me', 'book', id)?.ids;

it('keeps the rows of every lane of a board, each once', () => {
  saveNavigation('me', 'book', lane('new', ['a', 'b']));
  saveNavigation('me', 'book', lane('lent', ['c']));
  saveNavigation('me', 'book', lane('new', ['a', 'b', 'd']));
  expect(found('d')).toEqual(['a', 'b', 'd']);
  expect(found('c')).toEqual(['c']);
  expect(savedNavigation('other', 'book', 'c')).toBeUndefined();
});

it('prefers what was listed last, and forgets another page', () => {
  saveNavigation('me', 'book', lane('new', ['a', 'b']));
  saveNavigation('me', 'book', visibleNavigation(from, ['b', 'x']));
  expect(found('b')).toEqual(['b', 'x']);
  expect(found('a')).toEqual(['a', 'b']);
  saveNavigation('me', 'book', visibleNavigation({ ...from, page: 'loans' }, ['y']));
  expect(found('a')).toBeUndefined();
});

it('knows which rows follow, and none where the record is not among them', () => {
  saveNavigation('me', 'book', lane('new', ['a', 'b', 'c']));
  expect(remainingRecords('me', 'book', 'a')).toEqual(['b', 'c']);
  expect(remainingRecords('me', 'book', 'c')).toEqual([]);
  expect(remainingRecords('me', 'book', 'x')).toEqual([]);
});

it('takes nothing that it did not write', () => {
  for (const text of ['no json', '{}', '[1,{"ids":3}]']) {
    kept.set('engine.navigation.me.book', text);
    expect(found('a')).toBeUndefined();
  }
});
