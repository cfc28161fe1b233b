import type { Expression } from './ast.ts';

/**
 * Whether a condition could be true for some record, when one field of it has one of these values and nothing else is
 * known: false only where that is certain, as of `record.state == 'paid'` for a record that is not paid.
 */
export function canHold(condition: Expression, field: string, values: readonly string[]): boolean {
  switch (condition.kind) {
    case 'literal':
      return condition.value === true;
    case 'binary':
      return canCompare(condition, field, values);
    default:
      return true;
  }
}

type Binary = Extract<Expression, { readonly kind: 'binary' }>;

function canCompare({ operator, left, right }: Binary, field: string, values: readonly string[]): boolean {
  switch (operator) {
    case '&&':
      return canHold(left, field, values) && canHold(right, field, values);
    case '||':
      return canHold(left, field, values) || canHold(right, field, values);
    case '==':
    case '!=': {
      const other = isField(left, field) ? right : isField(right, field) ? left : undefined;
      if (other?.kind !== 'literal') return true;
      return values.some((value) => (value === other.value) === (operator === '=='));
    }
    case 'in':
      return !isField(left, field) || right.kind !== 'list' || right.items.some((item) => mayBe(item, values));
    default:
      return true;
  }
}

function isField(expression: Expression, field: string): boolean {
  const { kind } = expression;
  return (
    kind === 'path' && expression.root === 'record' && expression.path.length === 1 && expression.path[0] === field
  );
}

function mayBe(item: Expression, values: readonly string[]): boolean {
  return item.kind !== 'literal' || values.some((value) => value === item.value);
}
