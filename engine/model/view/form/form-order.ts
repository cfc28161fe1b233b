import type { Expression, ExpressionRoot } from '../../expression/ast.ts';
import { linkageOrder } from '../../expression/linkage-order.ts';

type Computed = { readonly key: string; readonly compute?: Expression };

/**
 * The fields that are worked out, each after those it reads below the root, so that one pass settles them all. Fields
 * that read each other in a circle, which the checker refuses, keep their order.
 */
export function inOrder<Field extends Computed>(fields: readonly Field[], root: ExpressionRoot): readonly Field[] {
  const nodes = fields.flatMap((field) =>
    field.compute === undefined ? [] : [{ key: field.key, expressions: [field.compute], settles: [field.key], field }],
  );
  return linkageOrder(nodes, root).steps.map((step) => step.node.field);
}
