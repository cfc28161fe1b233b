import type { MenuRoutes } from './menu-routes.ts';

/** Parameters a page reads from its address. */
export type PageParams = Readonly<Record<string, string>>;

/** The address of a page; undefined where the user may not open it. */
export function addressOf(routes: MenuRoutes, name: string, params: PageParams): string | undefined {
  const path = routes.byName.get(name)?.path;
  if (path === undefined) return undefined;
  const search = new URLSearchParams(params).toString();
  return search === '' ? path : `${path}?${search}`;
}
