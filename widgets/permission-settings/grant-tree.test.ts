import { expect, it } from 'vitest';
import { fillText } from '../../engine/model/texts/index.ts';
import { filtered, granted, grantTree, type Held, isHeld, leavesOf, taken } from './grant-tree.ts';
import { dropPlace, movedTo, stepped } from './menu-moves.ts';
import { sampleCatalogue as catalogue } from './permission.testing.ts';
import chinese from './texts.zh-CN.json';
import type { GrantText } from './use-grant-text.ts';

const held = (menus: readonly string[], permissions: readonly string[]): Held => ({
  menus: new Set(menus),
  permissions: new Set(permissions),
});
const plain = ({ menus, permissions }: Held) => [[...menus], [...permissions]];
const leaf = (page: string | undefined, key: string | undefined) => ({ page, key });
const t: GrantText = (key, params = {}) => fillText(chinese[key], params, 'zh-CN');
const tree = grantTree(catalogue, t);

it('has every page once, pages outside the menu and keys without a page among them', () => {
  expect(tree.map(({ title }) => title)).toEqual(['图书', '系统', '菜单之外的页面', '页面之外的权限']);
  const ids = tree.flatMap(leavesOf).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('key book:export');
});

it('opens the page of a button that is granted', () => {
  expect(plain(granted([leaf('books', 'book:edit')], held([], [])))).toEqual([['books'], ['book:edit']]);
  expect(plain(granted([leaf('books', 'book:edit')], held(['*'], ['book:*'])))).toEqual([['*'], ['book:*']]);
});

it('takes a page alone, as the server takes the keys nothing has use for any more', () => {
  const both = held(['books', 'shelf'], ['book:query', 'book:edit', 'book:export']);
  expect(plain(taken([leaf('books', undefined), leaf('books', 'book:query')], both, catalogue))).toEqual([
    ['shelf'],
    ['book:query', 'book:edit', 'book:export'],
  ]);
  // A key taken by itself goes, whoever else has use for it.
  expect(plain(taken([leaf('books', 'book:query')], both, catalogue))).toEqual([
    ['books', 'shelf'],
    ['book:edit', 'book:export'],
  ]);
});

it('writes out what stands for all before it takes a part of it', () => {
  const [menus, permissions] = plain(
    taken([leaf('books', 'book:edit')], held(['*'], ['book:*', 'staff:query']), catalogue),
  );
  expect(menus).toEqual(['books', 'shelf', 'settings', 'mine']);
  expect(permissions?.sort()).toEqual(['book:export', 'book:query', 'staff:query']);
});

it('finds by words and by what is held', () => {
  const role = held(['shelf'], ['book:query']);
  const found = filtered(tree, '编辑', () => true);
  expect(found.flatMap(leavesOf).map(({ id }) => id)).toEqual(['button books book:edit']);
  const own = filtered(tree, '', (one) => isHeld(one, role));
  expect(own.flatMap(leavesOf).map(({ id }) => id)).toEqual(['open shelf', 'button shelf book:query']);
});

it('moves a node among its siblings, into a group and out of it, and never below itself', () => {
  const move = (name: string, step: 'up' | 'down' | 'in' | 'out') => stepped(catalogue.tree, 'root', name, step);
  expect(move('shelf', 'up')).toEqual([
    { name: 'shelf', sortNo: 10 },
    { name: 'books', sortNo: 20 },
  ]);
  expect(move('books', 'up')).toEqual([]);
  expect(move('systemMenu', 'in')).toEqual([{ name: 'systemMenu', sortNo: 30, parentName: 'bookMenu' }]);
  expect(move('settings', 'out')).toEqual([{ name: 'settings', sortNo: 30, parentName: 'root' }]);
  expect(movedTo(catalogue.tree, 'root', 'bookMenu', { parent: 'bookMenu', at: 0 })).toEqual([]);
});

it('drops a node into the group it is let go over, or beside the node it is let go next to', () => {
  const dropped = (over: string, isBeside: boolean, position: number) => {
    const place = dropPlace(catalogue.tree, 'root', over, isBeside, position, 'shelf');
    return place && movedTo(catalogue.tree, 'root', 'shelf', place);
  };
  expect(dropped('systemMenu', false, 0)?.[0]).toEqual({ name: 'shelf', parentName: 'systemMenu', sortNo: 10 });
  expect(dropped('settings', true, 1)).toContainEqual({ name: 'shelf', parentName: 'systemMenu', sortNo: 20 });
  // Over a page it lands beside it; where it is already nothing is saved.
  expect(dropped('books', true, 0)).toContainEqual({ name: 'shelf', sortNo: 10 });
  expect(dropped('nowhere', true, 0)).toBeUndefined();
});
