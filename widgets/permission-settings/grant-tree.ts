import type { Catalogue, CataloguedNode, CataloguedPage } from './permission-calls.ts';
import type { GrantText } from './use-grant-text.ts';

/** What a leaf of the tree grants: the page itself (`key` undefined), or a permission key a page has use for. */
export type Leaf = { readonly page: string | undefined; readonly key: string | undefined };

/** A node of the tree of what may be granted; leaves carry what they grant. */
export type GrantNode = {
  readonly id: string;
  readonly title: string;
  /** What is said beside it in quiet letters. */
  readonly note?: string;
  readonly isPage?: boolean;
  readonly leaf?: Leaf;
  readonly children?: readonly GrantNode[];
};

/** What of a role the tree edits. */
export type Held = { readonly menus: ReadonlySet<string>; readonly permissions: ReadonlySet<string> };

const everything = '*';

/** Whether keys, wildcards among them, hold a key. */
export function holds(permissions: ReadonlySet<string>, key: string): boolean {
  return permissions.has(everything) || permissions.has(key) || permissions.has(`${key.split(':', 1)[0]}:*`);
}

/** Whether pages, or the word for all, hold a page. */
export function opens(menus: ReadonlySet<string>, page: string): boolean {
  return menus.has(everything) || menus.has(page);
}

/** Menu, pages and their keys as one tree; after it pages outside the menu, and keys no page has use for. */
export function grantTree({ tree, pages, entities }: Catalogue, t: GrantText): readonly GrantNode[] {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const inMenu = new Set(namesIn(tree));
  const outside = pages.filter(({ name }) => !inMenu.has(name)).map((page) => pageNode(page, undefined, t));
  const used = new Set(pages.flatMap(({ buttons }) => buttons.map(({ permission }) => permission)));
  const others = entities.flatMap(({ name, title, permissions }): readonly GrantNode[] => {
    const unused = permissions.filter(({ permission }) => !used.has(permission));
    const children = unused.map(({ permission, title: words }) => ({
      id: `key ${permission}`,
      title: words,
      note: permission,
      leaf: { page: undefined, key: permission },
    }));
    return children.length === 0 ? [] : [{ id: `entity ${name}`, title, children }];
  });
  return [
    ...tree.flatMap((node) => menuNode(node, byName, t)),
    ...(outside.length === 0 ? [] : [{ id: 'outside', title: t('grant.outside'), children: outside }]),
    ...(others.length === 0 ? [] : [{ id: 'others', title: t('grant.others'), children: others }]),
  ];
}

function menuNode(
  node: CataloguedNode,
  pages: ReadonlyMap<string, CataloguedPage>,
  t: GrantText,
): readonly GrantNode[] {
  if (!node.isGroup) {
    const page = pages.get(node.name);
    return page === undefined ? [] : [pageNode(page, node, t)];
  }
  const children = node.children.flatMap((child) => menuNode(child, pages, t));
  return children.length === 0 ? [] : [{ id: `menu ${node.name}`, title: node.title, children }];
}

function pageNode({ name, title, buttons }: CataloguedPage, node: CataloguedNode | undefined, t: GrantText): GrantNode {
  const open: GrantNode = { id: `open ${name}`, title: t('grant.open'), leaf: { page: name, key: undefined } };
  const ordered = [...buttons].sort((a, b) => Number(b.isButton) - Number(a.isButton));
  const keys = ordered.map(({ permission, title: words }) => ({
    id: `button ${name} ${permission}`,
    title: words,
    note: permission,
    leaf: { page: name, key: permission },
  }));
  return {
    id: `page ${name}`,
    title: node?.title ?? title,
    isPage: true,
    ...(node?.hidden === true ? { note: t('grant.hidden') } : {}),
    children: [open, ...keys],
  };
}

function namesIn(nodes: readonly CataloguedNode[]): readonly string[] {
  return nodes.flatMap(({ name, children }) => [name, ...namesIn(children)]);
}

/** The leaves of a node, itself where it is one. */
export function leavesOf(node: GrantNode): readonly (GrantNode & { readonly leaf: Leaf })[] {
  if (node.leaf !== undefined) return [{ ...node, leaf: node.leaf }];
  return (node.children ?? []).flatMap(leavesOf);
}

/** Whether a role holds what a leaf grants; a key counts on a page only where the page is open. */
export function isHeld({ page, key }: Leaf, { menus, permissions }: Held): boolean {
  return (page === undefined || opens(menus, page)) && (key === undefined || holds(permissions, key));
}

/** Grants leaves. A key on a page opens the page too: without it nobody reaches the button. */
export function granted(leaves: readonly Leaf[], held: Held): Held {
  const pages = leaves.flatMap(({ page }) => page ?? []).filter((page) => !opens(held.menus, page));
  const keys = leaves.flatMap(({ key }) => key ?? []).filter((key) => !holds(held.permissions, key));
  return { menus: new Set([...held.menus, ...pages]), permissions: new Set([...held.permissions, ...keys]) };
}

/**
 * Takes leaves away. A key of a page that goes with it is left to the server, which knows what other pages have use for;
 * a key taken away by itself goes, whichever pages have use for it.
 */
export function taken(leaves: readonly Leaf[], held: Held, catalogue: Catalogue): Held {
  const { menus, permissions } = writtenOut(held, catalogue);
  const closed = new Set(leaves.flatMap(({ page, key }) => (key === undefined && page !== undefined ? [page] : [])));
  const gone = new Set(
    leaves.flatMap(({ page, key }) => (key === undefined || (page !== undefined && closed.has(page)) ? [] : [key])),
  );
  return {
    menus: new Set([...menus].filter((page) => !closed.has(page))),
    permissions: new Set([...permissions].filter((key) => !gone.has(key))),
  };
}

/** Pages and keys one by one in the place of the words that mean all of them. */
function writtenOut({ menus, permissions }: Held, { pages, entities }: Catalogue): Held {
  const all = entities.flatMap((entity) => entity.permissions.map(({ permission }) => permission));
  const isPlain = [...permissions].every((key) => !key.endsWith('*'));
  return {
    menus: menus.has(everything) ? new Set(pages.map(({ name }) => name)) : menus,
    permissions: isPlain
      ? permissions
      : new Set([
          ...[...permissions].filter((key) => !key.endsWith('*')),
          ...all.filter((key) => holds(permissions, key)),
        ]),
  };
}

/** The tree with only what is looked for: by words in titles and keys, and, if asked, only what the role holds. */
export function filtered(
  nodes: readonly GrantNode[],
  words: string,
  isWanted: (leaf: Leaf) => boolean,
): readonly GrantNode[] {
  return nodes.flatMap((node): readonly GrantNode[] => {
    const isNamed = words === '' || `${node.title} ${node.note ?? ''}`.toLowerCase().includes(words.toLowerCase());
    if (node.leaf !== undefined) return isNamed && isWanted(node.leaf) ? [node] : [];
    const children = filtered(node.children ?? [], isNamed ? '' : words, isWanted);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}
