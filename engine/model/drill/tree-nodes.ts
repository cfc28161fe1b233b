/** One node of a tree that figures are filtered or grouped by. */
export type TreeNode = { readonly id: string; readonly label: string; readonly parent: string | null };

/** The nodes of an entity whose rows form a tree, by id. */
export type TreeNodes = ReadonlyMap<string, TreeNode>;

const maxLevels = 32;

/** A node with all below it; undefined where the tree does not have it. */
export function withBelow(nodes: TreeNodes, id: string): readonly string[] | undefined {
  if (!nodes.has(id)) return undefined;
  const children = new Map<string, string[]>();
  for (const node of nodes.values()) {
    if (node.parent === null) continue;
    children.set(node.parent, [...(children.get(node.parent) ?? []), node.id]);
  }
  const found = new Set([id]);
  // A set hands out what is added to it while it is walked.
  for (const above of found) for (const child of children.get(above) ?? []) found.add(child);
  return [...found];
}

/** The level of a node, 1 at the top. */
export function levelOf(nodes: TreeNodes, id: string): number {
  let level = 1;
  let parent = nodes.get(id)?.parent ?? null;
  while (parent !== null && level < maxLevels) {
    level += 1;
    parent = nodes.get(parent)?.parent ?? null;
  }
  return level;
}
