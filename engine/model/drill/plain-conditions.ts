import type { BinaryOperator, Expression } from '../expression/ast.ts';
import type { ConditionOperator, Where } from '../wire/wire.ts';

/** A condition of a list on one field. */
export type PlainCondition = Extract<Where, { readonly field: string }>;

type Comparison = Extract<BinaryOperator, '==' | '!=' | '<' | '<=' | '>' | '>='>;

/**
 * What an expression asks of a record, as conditions of a list that must all hold; undefined where a list has no words
 * for it. A comparison with nothing is unknown in an expression, and what is unknown is not counted; of a list, `ne`
 * and `notIn` keep what is empty, so that they come with `notNull`.
 */
export function plainConditions(expression: Expression, isTrue = true): readonly PlainCondition[] | undefined {
  switch (expression.kind) {
    case 'not':
      return plainConditions(expression.operand, !isTrue);
    case 'literal':
      return expression.value === isTrue ? [] : undefined;
    case 'path':
      return expression.root === 'record' ? [{ field: expression.path.join('.'), op: 'eq', value: isTrue }] : undefined;
    case 'binary':
      return binaryConditions(expression, isTrue);
    default:
      return undefined;
  }
}

type Binary = Extract<Expression, { readonly kind: 'binary' }>;

function binaryConditions({ operator, left, right }: Binary, isTrue: boolean): readonly PlainCondition[] | undefined {
  switch (operator) {
    case '&&':
    case '||': {
      const [one, other] = [plainConditions(left, isTrue), plainConditions(right, isTrue)];
      if (one === undefined || other === undefined) return undefined;
      // Not (a or b) is neither of them.
      return (operator === '&&') === isTrue ? [...one, ...other] : eitherOf(one, other);
    }
    case 'in':
      return membership(left, right, isTrue);
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return isRecordField(left)
        ? comparison(left, operator, right, isTrue)
        : comparison(right, turned[operator], left, isTrue);
    default:
      return undefined;
  }
}

/** One value or another of the same field is one of several. */
function eitherOf(
  one: readonly PlainCondition[],
  other: readonly PlainCondition[],
): readonly PlainCondition[] | undefined {
  const [first, second] = [one[0], other[0]];
  if (first === undefined || second === undefined || one.length > 1 || other.length > 1) return undefined;
  const values = [...valuesOf(first), ...valuesOf(second)];
  if (first.field !== second.field || valuesOf(first).length === 0 || valuesOf(second).length === 0) return undefined;
  return [{ field: first.field, op: 'in', value: values }];
}

function valuesOf({ op, value }: PlainCondition): readonly unknown[] {
  if (op === 'eq') return [value];
  return op === 'in' && Array.isArray(value) ? value : [];
}

function membership(left: Expression, right: Expression, isTrue: boolean): readonly PlainCondition[] | undefined {
  if (!isRecordField(left) || right.kind !== 'list' || right.items.length === 0) return undefined;
  const values = right.items.map(constantOf);
  if (values.some((value) => value === undefined || value === null)) return undefined;
  const field = left.path.join('.');
  return isTrue
    ? [{ field, op: 'in', value: values }]
    : [
        { field, op: 'notIn', value: values },
        { field, op: 'notNull' },
      ];
}

const turned: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const opposite: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const operators: Readonly<Record<Exclude<Comparison, '!='>, ConditionOperator>> = {
  '==': 'eq',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
};

function comparison(
  left: Expression,
  said: Comparison,
  right: Expression,
  isTrue: boolean,
): readonly PlainCondition[] | undefined {
  if (!isRecordField(left)) return undefined;
  const operator = isTrue ? said : opposite[said];
  const field = left.path.join('.');
  if (isNow(right)) return sinceNow(field, operator);
  if (isRecordField(right)) return ofTwo(field, operator, right.path.join('.'));
  const value = constantOf(right);
  if (value === undefined) return undefined;
  if (value === null) {
    if (operator === '==') return [{ field, op: 'isNull' }];
    return operator === '!=' ? [{ field, op: 'notNull' }] : undefined;
  }
  if (operator !== '!=') return [{ field, op: operators[operator], value }];
  return [
    { field, op: 'ne', value },
    { field, op: 'notNull' },
  ];
}

function isNow(expression: Expression): boolean {
  return expression.kind === 'path' && expression.root === 'now';
}

/** One field before or after another one of its row; where one is empty neither is so. */
function ofTwo(field: string, operator: Comparison, than: string): readonly PlainCondition[] | undefined {
  return operator === '==' || operator === '!=' ? undefined : [{ field, op: operators[operator], than }];
}

/** What is past and what is not: lists know no moment of now itself. */
function sinceNow(field: string, operator: Comparison): readonly PlainCondition[] | undefined {
  if (operator === '<') return [{ field, op: 'within', value: 'overdue' }];
  return operator === '>=' ? [{ field, op: 'within', value: 'upcoming' }] : undefined;
}

type PathExpression = Extract<Expression, { readonly kind: 'path' }>;

function isRecordField(expression: Expression): expression is PathExpression {
  return expression.kind === 'path' && expression.root === 'record';
}

/** A value as conditions write it; undefined where only an expression can say it. */
function constantOf(expression: Expression): string | number | boolean | null | undefined {
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind === 'negate' && expression.operand.kind === 'literal') {
    const { value } = expression.operand;
    return typeof value === 'number' ? -value : undefined;
  }
  if (expression.kind !== 'path' || expression.root !== 'user') return undefined;
  const name = expression.path.join('.');
  if (name === 'id') return '@me';
  return name === 'departmentId' ? '@myDepartment' : undefined;
}
