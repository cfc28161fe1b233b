import type { Expression, ExpressionRoot } from '../../../engine/model/expression/index.ts';

/** Roots by those that stand in their place. */
export type Rebased = Partial<Record<ExpressionRoot, Exclude<ExpressionRoot, 'now'>>>;

/**
 * An expression with other roots: in SQL `record` is the row at hand, whatever it is called where the expression stands.
 * Aggregates keep theirs.
 */
export function rebased(expression: Expression, roots: Rebased): Expression {
  const inner = (part: Expression) => rebased(part, roots);
  switch (expression.kind) {
    case 'path':
      return { ...expression, root: roots[expression.root] ?? expression.root };
    case 'list':
      return { ...expression, items: expression.items.map(inner) };
    case 'not':
    case 'negate':
      return { ...expression, operand: inner(expression.operand) };
    case 'binary':
      return { ...expression, left: inner(expression.left), right: inner(expression.right) };
    case 'conditional': {
      const { test, whenTrue, whenFalse } = expression;
      return { ...expression, test: inner(test), whenTrue: inner(whenTrue), whenFalse: inner(whenFalse) };
    }
    case 'call':
      return { ...expression, args: expression.args.map(inner) };
    default:
      return expression;
  }
}
