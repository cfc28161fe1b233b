import type { Expression, ExpressionRoot } from './ast.ts';

/** Paths an expression reads below one root, for example `['ownState', 'owner.name']`. */
export function pathsRead(expression: Expression, root: ExpressionRoot): readonly string[] {
  const found = new Set<string>();
  collect(expression, root, found);
  return [...found];
}

function collect(expression: Expression, root: ExpressionRoot, found: Set<string>): void {
  switch (expression.kind) {
    case 'literal':
      return;
    case 'path':
      if (expression.root === root) found.add(expression.path.join('.'));
      return;
    case 'list':
      for (const item of expression.items) collect(item, root, found);
      return;
    case 'not':
    case 'negate':
      collect(expression.operand, root, found);
      return;
    case 'binary':
      collect(expression.left, root, found);
      collect(expression.right, root, found);
      return;
    case 'conditional':
      collect(expression.test, root, found);
      collect(expression.whenTrue, root, found);
      collect(expression.whenFalse, root, found);
      return;
    case 'call':
      for (const arg of expression.args) collect(arg, root, found);
  }
}
