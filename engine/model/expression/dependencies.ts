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
      return collect(expression.operand, root, found);
    case 'binary':
      collect(expression.left, root, found);
      return collect(expression.right, root, found);
    case 'conditional':
      collect(expression.test, root, found);
      collect(expression.then, root, found);
      return collect(expression.otherwise, root, found);
    case 'call':
      for (const arg of expression.args) collect(arg, root, found);
  }
}
