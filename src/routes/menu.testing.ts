import type { MenuItem } from '../../contract/session.ts';

/** A page of a menu, for tests and stories. */
export function leaf(name: string, path: string, title: string, hidden = false): MenuItem {
  const meta = { title, icon: null, keepAlive: true, permission: [name] };
  return {
    name,
    path,
    resourceUrl: `/schema/${name}`,
    component: 'SchemaPage',
    redirect: null,
    hidden,
    meta,
    children: [],
  };
}

/** A group of a menu, for tests and stories. */
export function group(
  name: string,
  path: string,
  title: string,
  children: readonly MenuItem[],
  icon: string | null = null,
): MenuItem {
  const meta = { title, icon, keepAlive: false, permission: ['table'] };
  return { name, path, resourceUrl: 'Layout', component: 'RouteView', redirect: null, hidden: false, meta, children };
}

/** The menu of a library, whose engine is the same. */
export const libraryMenu: MenuItem = group('library', '/', 'LIBRARY', [
  group(
    'deskMenu',
    '/desk',
    '工作台',
    [group('deskInnerMenu', '/desk/inner', '工作台', [leaf('counter', '/desk/counter', '借阅台')])],
    'dashboard',
  ),
  group(
    'booksMenu',
    '/books',
    '图书管理',
    [
      group('shelfMenu', '/books/shelf', '馆藏', [
        leaf('bookList', '/books/shelf/bookList', '全部图书'),
        leaf('lostBooks', '/books/shelf/lostBooks', '遗失图书'),
        leaf('bookPanorama', '/books/shelf/bookPanorama', '图书全景', true),
      ]),
      leaf('readers', '/books/readers', '读者'),
    ],
    'read',
  ),
]);
