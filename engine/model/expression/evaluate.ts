import type { BinaryOperator, Expression, ExpressionRoot } from './ast.ts';

/** What an expression yields. Missing is null; a moment in time is ISO 8601 text. */
export type Value = string | number | boolean | null | readonly Value[];

/** What the roots stand for; `now` is an ISO 8601 moment. */
export type Scope = Partial<Record<Exclude<ExpressionRoot, 'now'>, Readonly<Record<string, unknown>>>> & {
  readonly now?: string;
};

/**
 * Evaluates with the three-valued logic of SQL: a comparison with null is unknown (null), except
 * `x == null` and `x != null` which test for it; `&&` and `||` follow Kleene.
 */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'path':
      return read(expression.root, expression.path, scope);
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'not': {
      const operand = evaluate(expression.operand, scope);
      return typeof operand === 'boolean' ? !operand : null;
    }
    case 'negate': {
      const operand = evaluate(expression.operand, scope);
      return typeof operand === 'number' ? -operand : null;
    }
    case 'conditional':
      return evaluate(evaluate(expression.test, scope) === true ? expression.whenTrue : expression.whenFalse, scope);
    case 'call':
      return call(
        expression.name,
        expression.args.map((arg) => evaluate(arg, scope)),
      );
    case 'binary':
      return binary(expression.operator, expression.left, expression.right, scope);
  }
}

/** True only when the expression is certainly true; unknown counts as false, as in a WHERE clause. */
export function holds(expression: Expression, scope: Scope): boolean {
  return evaluate(expression, scope) === true;
}

function read(root: ExpressionRoot, path: readonly string[], scope: Scope): Value {
  if (root === 'now') return scope.now ?? null;
  let current: unknown = scope[root];
  for (const segment of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return null;
    current = Reflect.get(current, segment);
  }
  return toValue(current);
}

function toValue(raw: unknown): Value {
  if (raw === undefined || raw === null) return null;
  if (typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean') return raw;
  return Array.isArray(raw) ? raw.map(toValue) : null;
}

function isNullLiteral(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}

function binary(operator: BinaryOperator, leftNode: Expression, rightNode: Expression, scope: Scope): Value {
  const left = evaluate(leftNode, scope);
  if (operator === '&&' && left === false) return false;
  if (operator === '||' && left === true) return true;
  const right = evaluate(rightNode, scope);
  if (operator === '&&') return and(left, right);
  if (operator === '||') return or(left, right);
  if ((operator === '==' || operator === '!=') && (isNullLiteral(leftNode) || isNullLiteral(rightNode))) {
    const same = left === null && right === null;
    return operator === '==' ? same : !same;
  }
  if (left === null || right === null) return null;
  if (operator === 'in') return member(left, right);
  return compareOrCompute(operator, left, right);
}

function and(left: Value, right: Value): Value {
  if (left === false || right === false) return false;
  return left === true && right === true ? true : null;
}

function or(left: Value, right: Value): Value {
  if (left === true || right === true) return true;
  return left === false && right === false ? false : null;
}

function member(left: Value, right: Value): Value {
  if (!Array.isArray(right)) return null;
  if (right.some((item) => item !== null && item === left)) return true;
  return right.includes(null) ? null : false;
}

const moment = /^\d{4}-\d\d-\d\d(T|$)/;

function comparable(left: Value, right: Value): readonly [string | number, string | number] | undefined {
  if (typeof left === 'number' && typeof right === 'number') return [left, right];
  if (typeof left === 'string' && typeof right === 'string') {
    if (moment.test(left) && moment.test(right)) return [Date.parse(left), Date.parse(right)];
    return [left, right];
  }
  if (typeof left === 'string' && moment.test(left) && typeof right === 'number') return [Date.parse(left), right];
  if (typeof right === 'string' && moment.test(right) && typeof left === 'number') return [left, Date.parse(right)];
  return undefined;
}

function compareOrCompute(operator: BinaryOperator, left: Value, right: Value): Value {
  if (typeof left === 'boolean' && typeof right === 'boolean') {
    if (operator === '==') return left === right;
    return operator === '!=' ? left !== right : null;
  }
  const sides = comparable(left, right);
  if (sides === undefined) return null;
  const [a, b] = sides;
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    default:
      return moved(operator, left, right) ?? arithmetic(operator, a, b);
  }
}

/** A moment and a duration in milliseconds make another moment. */
function moved(operator: BinaryOperator, left: Value, right: Value): string | undefined {
  if (typeof left !== 'string' || !moment.test(left) || typeof right !== 'number') return undefined;
  if (operator !== '+' && operator !== '-') return undefined;
  return new Date(Date.parse(left) + (operator === '+' ? right : -right)).toISOString();
}

function arithmetic(operator: BinaryOperator, a: string | number, b: string | number): Value {
  if (typeof a !== 'number' || typeof b !== 'number') return operator === '+' ? `${a}${b}` : null;
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : a / b;
    default:
      return null;
  }
}

const milliseconds = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 } as const;

function call(name: 'size' | 'contains' | 'startsWith' | 'days' | 'hours' | 'minutes', args: readonly Value[]): Value {
  const [first = null, second = null] = args;
  if (first === null) return null;
  switch (name) {
    case 'size':
      return typeof first === 'string' || Array.isArray(first) ? first.length : null;
    case 'contains':
      return typeof first === 'string' && typeof second === 'string' ? first.includes(second) : null;
    case 'startsWith':
      return typeof first === 'string' && typeof second === 'string' ? first.startsWith(second) : null;
    default:
      return typeof first === 'number' ? first * milliseconds[name] : null;
  }
}
