import {
  type ButtonPermission,
  type DocumentSet,
  isGranted,
  type MenuItem,
  type MenuNode,
} from '../../engine/model/index.ts';
import { type Caller, mayOpen } from './caller.ts';

/** The menu tree of a caller: only permitted pages, hidden ones too (they must be routable), no empty group. */
export function menuOf(caller: Caller, documents: DocumentSet): MenuItem {
  const children = documents.menu.children.flatMap((node) => toItem(node, caller, documents));
  return {
    name: documents.menu.name,
    path: '/',
    resourceUrl: 'Layout',
    component: 'Layout',
    redirect: firstPath(children),
    hidden: false,
    meta: { title: documents.menu.name.toUpperCase(), icon: null, keepAlive: false, permission: ['table'] },
    children,
  };
}

function toItem(node: MenuNode, caller: Caller, documents: DocumentSet): readonly MenuItem[] {
  const meta = { icon: node.icon ?? null, keepAlive: node.keepAlive ?? true };
  if (node.children === undefined) {
    const page = documents.pages.get(node.key);
    if (page === undefined || !mayOpen(caller, page.name)) return [];
    return [
      {
        name: page.name,
        path: page.path,
        resourceUrl: `/schema/${page.name}`,
        component: 'SchemaPage',
        redirect: null,
        hidden: node.hidden === true,
        meta: { ...meta, title: page.title, permission: [page.name] },
        children: [],
      },
    ];
  }
  const children = node.children.flatMap((child) => toItem(child, caller, documents));
  if (children.length === 0) return [];
  return [
    {
      name: node.key,
      path: node.path ?? '',
      resourceUrl: 'Layout',
      component: 'RouteView',
      redirect: firstPath(children),
      hidden: node.hidden === true || children.every((child) => child.hidden),
      meta: { ...meta, keepAlive: false, title: node.title ?? node.key, permission: ['table'] },
      children,
    },
  ];
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
