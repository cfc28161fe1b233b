import type { TreeFilterView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import { valueAt } from '../../record/record-path.ts';

/** A node of the tree beside a list, with what hangs below it in its order. */
export type TreeFilterNode = {
  readonly record: WireRecord;
  readonly label: string;
  readonly children: readonly TreeFilterNode[];
  /** Its own number and that of all below it together; undefined where the reader may not know them. */
  readonly own: number | undefined;
  readonly total: number | undefined;
};

/** Puts records into their tree, in their order; one whose parent is not among them stands at the top. */
export function treeFilterNodes(records: readonly WireRecord[], view: TreeFilterView): readonly TreeFilterNode[] {
  const { tree, count, entity } = view;
  const known = new Set(records.map(({ id }) => id));
  const groups = new Map<string, WireRecord[]>();
  for (const record of records) {
    const parent = record[tree.parent];
    const key = typeof parent === 'string' && known.has(parent) ? parent : '';
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  const numberOf = (record: WireRecord) => {
    const value = count === undefined ? undefined : record[count];
    return typeof value === 'number' ? value : undefined;
  };
  const below = (key: string): readonly TreeFilterNode[] =>
    inOrder(groups.get(key) ?? [], tree.order).map((record) => {
      const children = below(record.id);
      const own = numberOf(record);
      const total = children.reduce((sum: number | undefined, child) => plus(sum, child.total), own);
      return { record, label: String(valueAt(record, entity.document.label) ?? record.id), children, own, total };
    });
  return below('');
}

function plus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}

function inOrder(records: readonly WireRecord[], order: string | undefined): readonly WireRecord[] {
  const placeOf = (record: WireRecord) => {
    const value = order === undefined ? undefined : record[order];
    return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
  };
  // Equal places are left in the order they came in; two without one are equal too.
  return [...records].sort((a, b) => Math.sign(placeOf(a) - placeOf(b)) || 0);
}

/** A line of the tree that is in sight. */
export type TreeFilterLine = {
  readonly node: TreeFilterNode;
  readonly level: number;
  /** The node it hangs below; undefined at the top. */
  readonly parent: TreeFilterNode | undefined;
  readonly siblings: readonly TreeFilterNode[];
};

/** The lines in sight from top to bottom: what hangs below nodes that are open. */
export function linesOf(
  nodes: readonly TreeFilterNode[],
  isOpen: (id: string) => boolean,
  level = 1,
  parent?: TreeFilterNode,
): readonly TreeFilterLine[] {
  return nodes.flatMap((node) => [
    { node, level, parent, siblings: nodes },
    ...(isOpen(node.record.id) ? linesOf(node.children, isOpen, level + 1, node) : []),
  ]);
}

/** The tree with only the nodes whose name holds the text, and those above them. */
export function matching(nodes: readonly TreeFilterNode[], text: string): readonly TreeFilterNode[] {
  return nodes.flatMap((node) => {
    const children = matching(node.children, text);
    const isHit = node.label.toLowerCase().includes(text.toLowerCase());
    return isHit || children.length > 0 ? [{ ...node, children: isHit ? node.children : children }] : [];
  });
}

/** Where a node is to stand: below a parent, before one of its children or behind them all. */
export type Place = { readonly parentId: string | null; readonly before: string | null };

/** The place where a node stands now. */
export function placeOf({ node, parent, siblings }: TreeFilterLine): Place {
  const next = siblings[siblings.indexOf(node) + 1];
  return { parentId: parent?.record.id ?? null, before: next?.record.id ?? null };
}

/** A step of the keyboard. */
export type Step = 'up' | 'down' | 'in' | 'out';

/** Where a step leads: among its siblings, below the sibling before it, or behind its parent; undefined at an end. */
export function placeAfter(step: Step, line: TreeFilterLine, lines: readonly TreeFilterLine[]): Place | undefined {
  const { node, parent, siblings } = line;
  const at = siblings.indexOf(node);
  const parentId = parent?.record.id ?? null;
  const idAt = (place: number) => siblings[place]?.record.id ?? null;
  switch (step) {
    case 'up':
      return at === 0 ? undefined : { parentId, before: idAt(at - 1) };
    case 'down':
      return at === siblings.length - 1 ? undefined : { parentId, before: idAt(at + 2) };
    case 'in':
      return at === 0 ? undefined : { parentId: idAt(at - 1), before: null };
    case 'out': {
      const above = lines.find((other) => other.node === parent);
      return above === undefined ? undefined : placeOf(above);
    }
  }
}

/** Whether a node is another one or hangs below it: it cannot hang below itself. */
export function isWithin(id: string, node: TreeFilterNode): boolean {
  return node.record.id === id || node.children.some((child) => isWithin(id, child));
}
