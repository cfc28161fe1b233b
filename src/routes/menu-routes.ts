import type { MenuItem } from '../../contract/session.ts';

/** A page the user may open. */
export type PageRoute = {
  /** Name of the page document. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly hidden: boolean;
  /** Whether it stays as it was left while other pages are shown. */
  readonly keepAlive: boolean;
  /** Groups around it, from the outside in. */
  readonly groups: readonly MenuItem[];
};

/** The routes of one user, built from the menu the server returned and from nothing else. */
export type MenuRoutes = {
  readonly byPath: ReadonlyMap<string, PageRoute>;
  readonly byName: ReadonlyMap<string, PageRoute>;
  /** Path of a group, or another address of a page, to that of the page it opens. */
  readonly redirects: ReadonlyMap<string, string>;
  /** Where `/` leads: the first visible page, or the first of all where every page is hidden. */
  readonly home: string | undefined;
};

/** Walks the menu once. The root item is the system itself and no group. */
export function menuRoutes(root: MenuItem): MenuRoutes {
  const pages = root.children.flatMap((item) => pagesOf(item, []));
  const redirects = root.children.flatMap(redirectsOf);
  return {
    byPath: new Map(pages.map((page) => [page.path, page])),
    byName: new Map(pages.map((page) => [page.name, page])),
    redirects: new Map(redirects),
    home: (pages.find((page) => !page.hidden) ?? pages[0])?.path,
  };
}

/** The routes, and with them those of other routes' pages that are to stay open. */
export function withPages(routes: MenuRoutes, others: MenuRoutes, stays: (page: string) => boolean): MenuRoutes {
  const kept = [...others.byName.values()].filter(({ name }) => !routes.byName.has(name) && stays(name));
  if (kept.length === 0) return routes;
  return {
    ...routes,
    byPath: new Map([...routes.byPath, ...kept.map((page) => [page.path, page] as const)]),
    byName: new Map([...routes.byName, ...kept.map((page) => [page.name, page] as const)]),
  };
}

/** Whether a menu item is only another address of a page. */
function isRedirect(item: MenuItem): boolean {
  return item.component === 'Redirect';
}

function pagesOf(item: MenuItem, groups: readonly MenuItem[]): PageRoute[] {
  if (isRedirect(item)) return [];
  if (isGroup(item)) return item.children.flatMap((child) => pagesOf(child, [...groups, item]));
  const hidden = item.hidden || groups.some((group) => group.hidden);
  const { title, keepAlive } = item.meta;
  return [{ name: item.name, path: item.path, title, hidden, keepAlive, groups }];
}

function redirectsOf(item: MenuItem): [string, string][] {
  if (isRedirect(item)) return item.redirect === null ? [] : [[item.path, item.redirect]];
  if (!isGroup(item)) return [];
  const first = pagesOf(item, []).find((page) => !page.hidden);
  const own: [string, string][] = first === undefined || item.path === '' ? [] : [[item.path, first.path]];
  return [...own, ...item.children.flatMap(redirectsOf)];
}

/** Whether a menu item only holds others. */
export function isGroup(item: MenuItem): boolean {
  return item.resourceUrl === 'Layout';
}

/** Titles from the outermost group to the page; a group named like the one around it is told once. */
export function navigationOf(page: PageRoute): readonly string[] {
  const titles = [...page.groups.map((group) => group.meta.title), page.title];
  return titles.filter((title, index) => title !== titles[index - 1]);
}
