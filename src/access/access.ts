import type { MenuItem, MyInfoAnswer } from '../../contract/session.ts';
import type { ApiClient } from '../../engine/client/index.ts';
import { inLanguage } from '../../engine/model/documents/index.ts';
import { type MenuRoutes, menuRoutes, withPages } from '../routes/menu-routes.ts';

/** Who the user is and what he may open. */
export type Access = {
  readonly user: MyInfoAnswer;
  readonly menu: MenuItem;
  readonly routes: MenuRoutes;
  /** Button permissions, as full keys. */
  readonly buttons: ReadonlySet<string>;
};

/** What an administrator has not assigned yet; each is the key of its message. */
export type AccessGap = 'perm.noMenus' | 'perm.noRole' | 'perm.noButtons';

/** Access, or what is missing of it. */
export type AccessOutcome =
  | { readonly kind: 'whole'; readonly access: Access }
  | { readonly kind: 'gap'; readonly gap: AccessGap };

/** Access with the menu as it is called in a language. */
export function accessIn(access: Access, language: string): Access {
  const menu = inLanguage(access.menu, language);
  return menu === access.menu
    ? access
    : { ...access, menu, routes: withPages(menuRoutes(menu), access.routes, () => true) };
}

/** Fetches user, menu and buttons together; throws when a call is refused. */
export async function fetchAccess(client: ApiClient, token: string): Promise<AccessOutcome> {
  const quiet = { quiet: true, thisSession: true };
  const [user, menu, buttons] = await Promise.all([
    client.call('/v1/sys/user/my/view', {}, quiet),
    client.call('/v1/sys/menu/item/my/query', { params: token }, quiet),
    client.call('/v1/sys/menu/button/my/query', { params: token }, quiet),
  ]);
  if (menu === null) return { kind: 'gap', gap: 'perm.noMenus' };
  const routes = menuRoutes(menu);
  if (routes.byPath.size === 0) return { kind: 'gap', gap: 'perm.noRole' };
  if (buttons === null || buttons.length === 0) return { kind: 'gap', gap: 'perm.noButtons' };
  return { kind: 'whole', access: { user, menu, routes, buttons: new Set(buttons.map((button) => button.name)) } };
}
