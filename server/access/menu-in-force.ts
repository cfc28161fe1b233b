import type { MenuDocument, MenuNode, Titles } from '../../engine/model/documents/index.ts';
import type { MenuChange } from '../db/menu-store.ts';

/** A node of the menu as it is in force. */
export type MenuEntry = {
  readonly name: string;
  /** Of a group its title; of a page only where it was changed. */
  readonly title: string | undefined;
  /** Its names in other languages, of the title that the document gives it. */
  readonly titles: Titles | undefined;
  readonly path: string | undefined;
  readonly icon: string | undefined;
  readonly hidden: boolean;
  readonly keepAlive: boolean;
  readonly enabled: boolean;
  /** Its place among its siblings. */
  readonly sortNo: number;
  readonly isGroup: boolean;
  /** The page that another address leads to. */
  readonly redirect: string | undefined;
  /** What was changed of it, if anything was. */
  readonly change: MenuChange | undefined;
  readonly children: readonly MenuEntry[];
};

/** How far apart the places of shipped siblings lie, so that others find room between them. */
export const placeStep = 10;

type Shipped = { readonly node: MenuNode; readonly parent: string; readonly sortNo: number };

/** The nodes of a menu document by name, with the parent and the place each has there. */
export function shippedNodes(menu: MenuDocument): ReadonlyMap<string, Shipped> {
  const nodes = new Map<string, Shipped>();
  const visit = (children: readonly MenuNode[], parent: string) => {
    for (const [index, node] of children.entries()) {
      nodes.set(node.key, { node, parent, sortNo: (index + 1) * placeStep });
      visit(node.children ?? [], node.key);
    }
  };
  visit(menu.children, menu.name);
  return nodes;
}

/** The parent of every node with the changes over the document; one that is no group of the menu is not heeded. */
export function parentsInForce(
  menu: MenuDocument,
  changes: readonly Pick<MenuChange, 'name' | 'parentName'>[],
): ReadonlyMap<string, string> {
  const nodes = shippedNodes(menu);
  const byName = new Map(changes.map((change) => [change.name, change]));
  return new Map(
    [...nodes].map(([name, { parent }]) => {
      const wanted = byName.get(name)?.parentName ?? parent;
      const isGroup = wanted === menu.name || nodes.get(wanted)?.node.children !== undefined;
      return [name, isGroup ? wanted : parent];
    }),
  );
}

/** Whether a node lies below itself, by way of its parents. */
export function isInCycle(name: string, parents: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at = parents.get(name); at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === name) return true;
    seen.add(at);
  }
  return false;
}

/** The menu in force: the document, and over each node what was changed of it. */
export function menuInForce(menu: MenuDocument, changes: readonly MenuChange[]): readonly MenuEntry[] {
  const nodes = shippedNodes(menu);
  const byName = new Map(changes.map((change) => [change.name, change]));
  const wanted = parentsInForce(menu, changes);
  // A document of a newer version may make a cycle of what was moved before: then its own order holds.
  const parentOf = (name: string, parent: string) => (isInCycle(name, wanted) ? parent : (wanted.get(name) ?? parent));
  const below = new Map<string, Shipped[]>();
  for (const [name, shipped] of nodes) {
    const parent = parentOf(name, shipped.parent);
    below.set(parent, [...(below.get(parent) ?? []), shipped]);
  }
  const entriesOf = (parent: string): readonly MenuEntry[] =>
    (below.get(parent) ?? [])
      .map((shipped) => entryOf(shipped, byName.get(shipped.node.key), entriesOf))
      .sort((a, b) => a.sortNo - b.sortNo);
  return entriesOf(menu.name);
}

function entryOf(
  { node, sortNo }: Shipped,
  change: MenuChange | undefined,
  entriesOf: (parent: string) => readonly MenuEntry[],
): MenuEntry {
  return {
    name: node.key,
    title: change?.title ?? node.title,
    titles: typeof change?.title === 'string' ? undefined : node.titles,
    path: node.path,
    icon: change?.icon ?? node.icon,
    hidden: change?.hidden ?? node.hidden === true,
    keepAlive: change?.keepAlive ?? node.keepAlive ?? true,
    enabled: change?.enabled ?? true,
    sortNo: change?.sortNo ?? sortNo,
    isGroup: node.children !== undefined,
    redirect: node.redirect,
    change,
    children: entriesOf(node.key),
  };
}
