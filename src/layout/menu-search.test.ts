import { expect, it } from 'vitest';
import { libraryMenu } from '../routes/menu.testing.ts';
import { matchesCharacters } from '../search/matcher.ts';
import { menuLines } from './menu-items.ts';
import { firstPage, foundLines, groupKeys } from './menu-search.ts';

const lines = menuLines(libraryMenu);
const found = (query: string) => foundLines(lines, query, matchesCharacters);

it('finds pages within their groups', () => {
  expect(found('遗失')).toMatchObject([
    { title: '图书管理', children: [{ title: '馆藏', children: [{ title: '遗失图书' }] }] },
  ]);
  expect(groupKeys(found('遗失'))).toEqual(['booksMenu', 'shelfMenu']);
});

it('keeps everything of a group that is meant itself', () => {
  expect(found('馆藏')[0]?.children[0]?.children.map(({ title }) => title)).toEqual(['全部图书', '遗失图书']);
});

it('tells the page that comes first, and that there is none', () => {
  expect(firstPage(found('馆藏'))?.path).toBe('/books/shelf/bookList');
  expect(firstPage(found('没有这一页'))).toBeUndefined();
});
