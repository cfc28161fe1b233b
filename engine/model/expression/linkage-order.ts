import type { Expression, ExpressionRoot } from './ast.ts';
import { childRowsRead, pathsRead } from './dependencies.ts';

/** A rule or a computed field of a form: what it evaluates, and the fields whose values it settles. */
export type LinkageNode = {
  readonly key: string;
  readonly expressions: readonly Expression[];
  /** Fields others must read after this node; a rule that sets no value settles none. */
  readonly settles: readonly string[];
  /** The list of child rows it is a cell of, where it stands among the fields of the form. */
  readonly rows?: string;
};

/** A node in its turn, with the fields it reads; a cell of child rows is `list.cell`. */
export type LinkageStep<Node> = { readonly node: Node; readonly reads: readonly string[] };

/** An order in which one pass settles everything. */
export type LinkageOrder<Node> = {
  readonly steps: readonly LinkageStep<Node>[];
  /** Keys of nodes that wait for each other in a circle, first and last the same; such nodes keep their place. */
  readonly cycle?: readonly string[];
};

/** Orders nodes so that each comes after those that settle what it reads; otherwise they stay as they were. */
export function linkageOrder<Node extends LinkageNode>(
  nodes: readonly Node[],
  root: ExpressionRoot,
): LinkageOrder<Node> {
  const steps = nodes.map((node) => ({ node, reads: readsOf(node, root) }));
  const settlers = new Map<string, LinkageStep<Node>[]>();
  for (const step of steps)
    for (const field of step.node.settles) settlers.set(field, [...(settlers.get(field) ?? []), step]);
  const order: LinkageStep<Node>[] = [];
  const done = new Set<LinkageStep<Node>>();
  const waiting: LinkageStep<Node>[] = [];
  let cycle: readonly string[] | undefined;
  const visit = (step: LinkageStep<Node>): void => {
    const start = waiting.indexOf(step);
    if (start >= 0) cycle ??= [...waiting.slice(start), step].map((part) => part.node.key);
    if (start >= 0 || done.has(step)) return;
    waiting.push(step);
    for (const field of step.reads) for (const settler of settlers.get(field) ?? []) visit(settler);
    waiting.pop();
    done.add(step);
    order.push(step);
  };
  for (const step of steps) visit(step);
  return cycle === undefined ? { steps: order } : { steps: order, cycle };
}

function readsOf({ expressions, rows }: LinkageNode, root: ExpressionRoot): readonly string[] {
  const read = expressions.flatMap((expression) => [
    ...pathsRead(expression, root).map(fieldOf),
    ...[...childRowsRead(expression, 'form')].flatMap(([list, paths]) => [...paths].map((path) => cellOf(list, path))),
    ...(rows === undefined ? [] : pathsRead(expression, 'row').map((path) => cellOf(rows, path))),
  ]);
  return [...new Set(read)];
}

function cellOf(list: string, path: string): string {
  return `${list}.${fieldOf(path)}`;
}

function fieldOf(path: string): string {
  return path.split('.')[0] ?? path;
}
