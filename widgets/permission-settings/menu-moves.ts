import type { CataloguedNode } from './permission-calls.ts';

/** What is changed of a node; null takes a change back. */
export type NodeChange = {
  readonly name: string;
  readonly parentName?: string | null;
  readonly title?: string | null;
  readonly icon?: string | null;
  readonly hidden?: boolean | null;
  readonly keepAlive?: boolean | null;
  readonly sortNo?: number | null;
  readonly enabled?: boolean | null;
};

/** Where a node lies: the group around it, and its place there. */
type Place = { readonly parent: string; readonly siblings: readonly CataloguedNode[]; readonly at: number };

const placeStep = 10;

/** Finds a node and where it lies. */
export function placeOf(tree: readonly CataloguedNode[], name: string, root: string): Place | undefined {
  const at = tree.findIndex((node) => node.name === name);
  if (at >= 0) return { parent: root, siblings: tree, at };
  for (const node of tree) {
    const found = placeOf(node.children, name, node.name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The node of that name. */
export function nodeNamed(tree: readonly CataloguedNode[], name: string): CataloguedNode | undefined {
  const place = placeOf(tree, name, '');
  return place?.siblings[place.at];
}

/** What puts a node into a group at a place: its parent where that is another, and the places of the siblings that move. */
export function movedTo(
  tree: readonly CataloguedNode[],
  root: string,
  name: string,
  target: { readonly parent: string; readonly at: number },
): readonly NodeChange[] {
  const from = placeOf(tree, name, root);
  const node = nodeNamed(tree, name);
  if (from === undefined || node === undefined || isWithin(node, target.parent)) return [];
  const siblings = (target.parent === root ? tree : (nodeNamed(tree, target.parent)?.children ?? [])).filter(
    (one) => one.name !== name,
  );
  const ordered = [...siblings.slice(0, target.at), node, ...siblings.slice(target.at)];
  return ordered.flatMap((one, place): readonly NodeChange[] => {
    const sortNo = (place + 1) * placeStep;
    if (one.name === name)
      return [{ name, sortNo, ...(from.parent === target.parent ? {} : { parentName: target.parent }) }];
    return one.sortNo === sortNo ? [] : [{ name: one.name, sortNo }];
  });
}

/** A step with the keyboard: among its siblings, into the group before it, or out behind its own group. */
export function stepped(
  tree: readonly CataloguedNode[],
  root: string,
  name: string,
  step: 'up' | 'down' | 'in' | 'out',
): readonly NodeChange[] {
  const place = placeOf(tree, name, root);
  if (place === undefined) return [];
  const { parent, siblings, at } = place;
  switch (step) {
    case 'up':
      return at === 0 ? [] : movedTo(tree, root, name, { parent, at: at - 1 });
    case 'down':
      return at === siblings.length - 1 ? [] : movedTo(tree, root, name, { parent, at: at + 1 });
    case 'in': {
      const before = siblings[at - 1];
      if (before?.isGroup !== true) return [];
      return movedTo(tree, root, name, { parent: before.name, at: before.children.length });
    }
    case 'out': {
      const above = parent === root ? undefined : placeOf(tree, parent, root);
      return above === undefined ? [] : movedTo(tree, root, name, { parent: above.parent, at: above.at + 1 });
    }
  }
}

function isWithin(node: CataloguedNode, name: string): boolean {
  return node.name === name || node.children.some((child) => isWithin(child, name));
}

/** Into the group it was dropped on, or beside the node it was dropped next to. */
export function dropPlace(
  tree: readonly CataloguedNode[],
  root: string,
  over: string,
  isBeside: boolean,
  position: number,
  dragged: string,
): { readonly parent: string; readonly at: number } | undefined {
  const target = nodeNamed(tree, over);
  if (!isBeside && target?.isGroup === true) return { parent: over, at: 0 };
  const place = placeOf(tree, over, root);
  if (place === undefined) return undefined;
  // antd counts in the list the node is dropped into; without the node itself, where it comes from the same.
  const before = place.siblings.slice(0, Math.max(position, 0)).filter(({ name }) => name !== dragged);
  return { parent: place.parent, at: before.length };
}
