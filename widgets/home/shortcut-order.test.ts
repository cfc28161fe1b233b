import { expect, it } from 'vitest';
import { movedBefore, movedBy, shownShortcuts } from './shortcut-order.ts';

const page = (name: string) => ({ name, path: `/${name}`, title: name, groups: [], hidden: name === 'record' });
const menu = ['home', 'record', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map(page);
const names = (pages: readonly { readonly name: string }[]) => pages.map(({ name }) => name);

it('shows the first pages of the menu until somebody chooses, never itself', () => {
  expect(names(shownShortcuts(null, menu, 'home'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('shows what was chosen, in that order, without what cannot be opened any more', () => {
  expect(names(shownShortcuts(['c', 'gone', 'a'], menu, 'home'))).toEqual(['c', 'a']);
  expect(shownShortcuts([], menu, 'home')).toEqual([]);
});

it.each([
  ['c', 'a', ['c', 'a', 'b']],
  ['a', 'c', ['b', 'a', 'c']],
  ['a', undefined, ['b', 'c', 'a']],
])('puts %s before %s', (name, before, expected) => {
  expect(movedBefore(['a', 'b', 'c'], name, before)).toEqual(expected);
});

it.each([
  ['a', 1, ['b', 'a', 'c']],
  ['b', 1, ['a', 'c', 'b']],
  ['c', -1, ['a', 'c', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['c', 1, ['a', 'b', 'c']],
] as const)('moves %s by %i', (name, step, expected) => {
  expect(movedBy(['a', 'b', 'c'], name, step)).toEqual(expected);
});
