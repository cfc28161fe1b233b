import type { ChildRowsPath, Expression, ExpressionRoot } from './ast.ts';

/** Paths an expression reads below one root, for example `['ownState', 'owner.name']`. */
export function pathsRead(expression: Expression, root: ExpressionRoot): readonly string[] {
  const found = new Set<string>();
  collect(expression, root, found);
  return [...found];
}

function collect(expression: Expression, root: ExpressionRoot, found: Set<string>): void {
  if (expression.kind === 'path' && expression.root === root) found.add(expression.path.join('.'));
  if (expression.kind === 'aggregate') {
    if (expression.rows.root === root) found.add(expression.rows.key);
    // Its `row` is each of the child rows, whatever `row` is outside.
    if (expression.of !== undefined && root !== 'row') collect(expression.of, root, found);
  }
  for (const part of partsOf(expression)) collect(part, root, found);
}

/** The lists of child rows an expression gathers from below a root, with the paths it reads of each row. */
export function childRowsRead(expression: Expression, root: ChildRowsPath['root']): ChildRowsRead {
  const found = new Map<string, ReadonlySet<string>>();
  for (const { rows, of } of aggregatesIn(expression)) {
    if (rows.root !== root) continue;
    const read = of === undefined ? [] : pathsRead(of, 'row');
    found.set(rows.key, new Set([...(found.get(rows.key) ?? []), ...read]));
  }
  return found;
}

/** The entities an expression looks rows up in, with the fields it seeks them by and reads of them. */
export function lookupsRead(expression: Expression): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const note = (part: Expression): void => {
    if (part.kind === 'lookup')
      found.set(
        part.entity,
        new Set([...(found.get(part.entity) ?? []), ...part.by.map((by) => by.field), part.field]),
      );
    if (part.kind === 'aggregate' && part.of !== undefined) note(part.of);
    for (const inner of partsOf(part)) note(inner);
  };
  note(expression);
  return found;
}

/** Paths read of child rows, by the key of their list. */
export type ChildRowsRead = ReadonlyMap<string, ReadonlySet<string>>;

type Aggregate = Extract<Expression, { readonly kind: 'aggregate' }>;

/** Every aggregate of an expression; none stands within another. */
function aggregatesIn(expression: Expression): readonly Aggregate[] {
  return expression.kind === 'aggregate' ? [expression] : partsOf(expression).flatMap(aggregatesIn);
}

/** What an expression is made of, but for what an aggregate takes of each row. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items;
    case 'not':
    case 'negate':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.whenTrue, expression.whenFalse];
    case 'call':
      return expression.args;
    case 'lookup':
      return expression.by.map(({ value }) => value);
    default:
      return [];
  }
}
