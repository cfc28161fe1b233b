import { expect, it } from 'vitest';
import { movedBefore, movedBy, shownShortcuts } from './shortcut-order.ts';

const page = (name: string) => ({ name, path: `/${name}`, title: name, groups: [], hidden: name === 'record' });
const menu = ['home', 'record', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map(page);
const names = (pages: readonly { readonly name: string }[]) => pages.map(({ name }) => name);

it('shows the first pages of the menu until somebody chooses, never itself', () => {
  expect(names(shownShortcuts(null, menu, 'home'))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('of those, what stands beside it comes first, then where there is most to do', () => {
  const groups = {
    home: '工作台',
    board: '工作台',
    mine: '设置',
    a: '订单',
    b: '订单',
    c: '订单',
    d: '客户',
    e: '客户',
  };
  const grouped = Object.entries(groups).map(([name, group]) => ({ ...page(name), groups: [group, name] }));
  expect(names(shownShortcuts(null, grouped, 'home'))).toEqual(['board', 'a', 'b', 'c', 'd', 'e']);
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
