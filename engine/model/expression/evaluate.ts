import { weekdaysOnly } from '../time/work-calendar.ts';
import type { BinaryOperator, Expression } from './ast.ts';
import { negate, toNumber } from './decimal.ts';
import { callFunction } from './function-calls.ts';
import { gather } from './gather-rows.ts';
import { compute, decimalOf, equal, type Inner, isDecimal, ordered } from './operators.ts';
import { readPath, readRows, readStructure, type Scope, type Value } from './scope-value.ts';

export type { Scope, Value } from './scope-value.ts';

/**
 * Evaluates with the three-valued logic of SQL: a comparison with null is unknown (null), except
 * `x == null` and `x != null` which test for it; `&&` and `||` follow Kleene. Never throws.
 */
export function evaluate(expression: Expression, scope: Scope): Value {
  return outer(run(expression, scope));
}

/**
 * As `evaluate`, but a path alone yields structured data as well, a copy of it: what is taken over is taken over whole.
 */
export function evaluateWhole(expression: Expression, scope: Scope): unknown {
  const data = expression.kind === 'path' ? readStructure(expression.root, expression.path, scope) : undefined;
  return data ?? evaluate(expression, scope);
}

/** True only when the expression is certainly true; unknown counts as false, as in a WHERE clause. */
export function holds(expression: Expression, scope: Scope): boolean {
  return run(expression, scope) === true;
}

function outer(value: Inner): Value {
  if (typeof value !== 'object' || value === null) return value;
  if ('present' in value) return null;
  return isDecimal(value) ? (toNumber(value) ?? null) : value.map(outer);
}

function run(expression: Expression, scope: Scope): Inner {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'path':
      return readPath(expression.root, expression.path, scope);
    case 'list':
      return expression.items.map((item) => run(item, scope));
    case 'not': {
      const operand = run(expression.operand, scope);
      return typeof operand === 'boolean' ? !operand : null;
    }
    case 'negate': {
      const operand = decimalOf(run(expression.operand, scope));
      return operand === undefined ? null : negate(operand);
    }
    case 'conditional':
      return run(run(expression.test, scope) === true ? expression.whenTrue : expression.whenFalse, scope);
    case 'call':
      return callFunction(
        expression.name,
        expression.args.map((arg) => run(arg, scope)),
        scope.calendar ?? weekdaysOnly,
      );
    case 'aggregate':
      return aggregate(expression, scope);
    case 'lookup':
      return lookUp(expression, scope);
    case 'binary':
      return binary(expression.operator, expression.left, expression.right, scope);
  }
}

/** Missing where the rows are not known: nothing is said of rows nobody has read. */
function aggregate({ name, rows, of }: Extract<Expression, { kind: 'aggregate' }>, scope: Scope): Inner {
  const list = readRows(rows, scope);
  if (list === undefined) return null;
  return gather(
    name,
    list.map((row) => (of === undefined ? true : run(of, { ...scope, row }))),
  );
}

/** Missing where no row holds the values, or the rows are not known. */
function lookUp({ entity, by, field }: Extract<Expression, { kind: 'lookup' }>, scope: Scope): Inner {
  const sought = by.map((condition) => [condition.field, run(condition.value, scope)] as const);
  const found = scope.lookups?.get(entity)?.find((row) => {
    const inner = { row };
    return sought.every(([key, value]) => equal(readPath('row', [key], inner), value) === true);
  });
  return found === undefined ? null : readPath('row', [field], { row: found });
}

function isNullLiteral(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}

function binary(operator: BinaryOperator, leftNode: Expression, rightNode: Expression, scope: Scope): Inner {
  const left = run(leftNode, scope);
  if (operator === '&&' && left === false) return false;
  if (operator === '||' && left === true) return true;
  const right = run(rightNode, scope);
  switch (operator) {
    case '&&':
      return and(left, right);
    case '||':
      return or(left, right);
    case '==':
    case '!=': {
      const same =
        isNullLiteral(leftNode) || isNullLiteral(rightNode) ? left === null && right === null : equal(left, right);
      return same === null ? null : same === (operator === '==');
    }
    case 'in':
      return member(left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operator, left, right);
    default:
      return compute(operator, left, right);
  }
}

function and(left: Inner, right: Inner): Inner {
  if (left === false || right === false) return false;
  return left === true && right === true ? true : null;
}

function or(left: Inner, right: Inner): Inner {
  if (left === true || right === true) return true;
  return left === false && right === false ? false : null;
}

function member(left: Inner, right: Inner): Inner {
  if (left === null || !Array.isArray(right)) return null;
  if (right.some((item) => equal(left, item) === true)) return true;
  return right.includes(null) ? null : false;
}
