import type { ButtonPermission, MenuItem } from '../../contract/session.ts';
import { isGranted } from '../../engine/model/access/index.ts';
import type { DocumentSet, PageDocument, Titles } from '../../engine/model/documents/index.ts';
import type { MenuChange } from '../db/menu-store.ts';
import { type Caller, mayOpen } from '../kernel/caller/caller.ts';
import { type MenuEntry, menuInForce } from './menu-in-force.ts';
import type { PageTitle } from './page-in-force.ts';

/**
 * The menu tree of a caller, with what was changed in the app over the document: only permitted pages, hidden ones too
 * (they must be routable), nothing that is disabled, no empty group. Null for whom a role gives permissions but no page
 * at all: somebody must assign him a menu. Who holds no role gets the tree without anything in it.
 */
export function menuOf(
  caller: Caller,
  documents: DocumentSet,
  changes: readonly MenuChange[],
  titleOf: TitleOf = (page) => page,
): MenuItem | null {
  if (caller.menus.size === 0 && caller.grants.size > 0) return null;
  const { menu } = documents;
  const children = menuInForce(menu, changes).flatMap((entry) => toItem(entry, { caller, documents, titleOf }));
  return {
    name: menu.name,
    path: '/',
    resourceUrl: 'Layout',
    component: 'Layout',
    redirect: firstPath(children),
    hidden: false,
    meta: { title: menu.name.toUpperCase(), icon: null, keepAlive: false, permission: ['table'] },
    children,
  };
}

/** What a page is called. */
type TitleOf = (page: PageDocument) => PageTitle;

/** For whom the menu is made, and of what. */
type Making = { readonly caller: Caller; readonly documents: DocumentSet; readonly titleOf: TitleOf };

/** Another address of a page, for those who may open that. */
function toRedirect({ name, path, redirect, ...entry }: MenuEntry, { caller, documents, titleOf }: Making): MenuItem[] {
  const page = documents.pages.get(redirect ?? '');
  if (page === undefined || !mayOpen(caller, page.name)) return [];
  return [
    {
      name,
      path: path ?? '',
      resourceUrl: '/redirect',
      component: 'Redirect',
      redirect: page.path,
      hidden: true,
      meta: { icon: null, keepAlive: false, ...named(entry, titleOf(page)), permission: [page.name] },
      children: [],
    },
  ];
}

function toItem(entry: MenuEntry, making: Making): readonly MenuItem[] {
  const { caller, documents, titleOf } = making;
  if (!entry.enabled) return [];
  if (entry.redirect !== undefined) return toRedirect(entry, making);
  const { name, hidden, keepAlive, icon = null } = entry;
  if (!entry.isGroup) {
    const page = documents.pages.get(name);
    if (page === undefined || !mayOpen(caller, page.name)) return [];
    return [
      {
        name: page.name,
        path: page.path,
        resourceUrl: `/schema/${page.name}`,
        component: 'SchemaPage',
        redirect: null,
        hidden,
        meta: { icon, keepAlive, ...named(entry, titleOf(page)), permission: [page.name] },
        children: [],
      },
    ];
  }
  const children = entry.children.flatMap((child) => toItem(child, making));
  if (children.length === 0) return [];
  return [
    {
      name,
      path: entry.path ?? '',
      resourceUrl: 'Layout',
      component: 'RouteView',
      redirect: firstPath(children),
      hidden: hidden || children.every((child) => child.hidden),
      meta: { icon, keepAlive: false, ...named(entry, { title: name }), permission: ['table'] },
      children,
    },
  ];
}

/** What an entry is called: as the menu says, else as its page does. */
function named(entry: Pick<MenuEntry, 'title' | 'titles'>, page: PageTitle): { title: string; titles?: Titles } {
  const { title, titles } = entry.title === undefined ? page : { ...entry, title: entry.title };
  return titles === undefined ? { title } : { title, titles };
}

function firstPath(items: readonly MenuItem[]): string | null {
  const first = items.find((item) => !item.hidden);
  if (first === undefined) return null;
  return first.children.length === 0 ? first.path : (first.redirect ?? firstPath(first.children));
}

/** Every permission key the caller holds, wildcards written out. */
export function buttonsOf(caller: Caller, knownPermissions: Iterable<string>): readonly ButtonPermission[] {
  return [...new Set(knownPermissions)]
    .filter((key) => isGranted(caller.grants, key))
    .sort()
    .map((name) => ({ name }));
}
