import type { MenuItem } from '../../contract/session.ts';

import { isGroup } from '../routes/menu-routes.ts';

/** One line of the side menu. */
export type MenuLine = {
  readonly key: string;
  readonly title: string;
  readonly icon: string | null;
  /** Path of a page; groups have none. */
  readonly path?: string;
  readonly children: readonly MenuLine[];
};

/** What the side menu shows of the server's menu: no hidden page, no empty group, no group within its namesake. */
export function menuLines(root: MenuItem): readonly MenuLine[] {
  return root.children.flatMap(linesOf);
}

function linesOf(item: MenuItem): readonly MenuLine[] {
  if (item.hidden) return [];
  const { title, icon } = item.meta;
  if (!isGroup(item)) return [{ key: item.name, title, icon, path: item.path, children: [] }];
  const children = item.children
    .flatMap(linesOf)
    .flatMap((child) => (isNamesake(child, title) ? child.children : [child]));
  return children.length === 0 ? [] : [{ key: item.name, title, icon, children }];
}

function isNamesake(child: MenuLine, title: string): boolean {
  return child.path === undefined && child.title === title;
}
