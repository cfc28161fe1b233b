import { expect, it } from 'vitest';
import { group, leaf, libraryMenu } from './menu.testing.ts';
import { menuRoutes, navigationOf } from './menu-routes.ts';

const routes = menuRoutes(libraryMenu);

it('makes a route of every page of the menu, hidden ones too, and of nothing else', () => {
  expect([...routes.byPath.keys()]).toEqual([
    '/desk/counter',
    '/books/shelf/bookList',
    '/books/shelf/lostBooks',
    '/books/shelf/bookPanorama',
    '/books/readers',
  ]);
});

it('leads home to the first visible page', () => {
  const hiddenFirst = group('root', '/', 'ROOT', [
    leaf('detail', '/detail', '详情', true),
    leaf('list', '/list', '列表'),
  ]);

  expect(routes.home).toBe('/desk/counter');
  expect(menuRoutes(hiddenFirst).home).toBe('/list');
});

it('leads home to a hidden page when there is no other', () => {
  expect(menuRoutes(group('root', '/', 'ROOT', [leaf('only', '/only', '唯一', true)])).home).toBe('/only');
});

it('leads from a group to its first visible page', () => {
  expect(routes.redirects.get('/books')).toBe('/books/shelf/bookList');
});

it('counts a page of a hidden group as hidden', () => {
  const hidden = { ...group('secret', '/secret', '隐藏', [leaf('inner', '/inner', '内页')]), hidden: true };

  expect(menuRoutes(group('root', '/', 'ROOT', [hidden])).byName.get('inner')?.hidden).toBe(true);
});

it('tells the way to a page, and a repeated title only once', () => {
  const titlesTo = (name: string) => {
    const page = routes.byName.get(name);
    return page === undefined ? [] : navigationOf(page);
  };

  expect(titlesTo('counter')).toEqual(['工作台', '借阅台']);
  expect(titlesTo('bookPanorama')).toEqual(['图书管理', '馆藏', '图书全景']);
});
