import { expect, it } from 'vitest';
import { group, leaf, libraryMenu } from '../routes/menu.testing.ts';
import { type MenuLine, menuLines } from './menu-items.ts';

const titles = (lines: readonly MenuLine[]): unknown[] =>
  lines.map((line) => (line.path === undefined ? [line.title, titles(line.children)] : line.title));

it('shows groups and visible pages in the order of the server', () => {
  expect(titles(menuLines(libraryMenu))).toEqual([
    ['工作台', ['借阅台']],
    ['图书管理', [['馆藏', ['全部图书', '遗失图书']], '读者']],
  ]);
});

it('lifts the pages of a group that is named like the one around it', () => {
  expect(menuLines(libraryMenu)[0]?.children[0]).toMatchObject({ title: '借阅台', path: '/desk/counter' });
});

it('leaves out hidden pages, and groups that hold nothing else', () => {
  const root = group('root', '/', 'ROOT', [
    group('details', '/details', '详情', [leaf('detail', '/detail', '详情', true)]),
  ]);

  expect(menuLines(root)).toEqual([]);
});
