import { typingText } from '../../texts/typing-text.ts';
import { expressionAggregates } from '../aggregates.ts';
import type { BinaryOperator, ChildRowsPath, Expression } from '../ast.ts';
import { isCalendarFunction } from '../calendar-functions.ts';
import type { ExpressionFault, Words } from '../expression-fault.ts';
import type { ExpressionUse } from '../expression-use.ts';
import { type ArgumentKind, expressionFunctions, type FunctionName } from '../functions.ts';
import { argumentWords, fits, timeLike } from './argument-type.ts';
import {
  bool,
  type ExpressionType,
  eitherOf,
  fraction,
  moment,
  text,
  timeOf,
  typeName,
  unknown,
  whole,
} from './expression-type.ts';
import { comparisonFault, isTextual } from './type-comparison.ts';
import { rowsEnvironment, type TypeEnvironment, typeOfPath } from './type-environment.ts';
import { faultAt } from './type-fault.ts';
import { typeOfLookup } from './type-lookup.ts';

/** The type of an expression, and everything in it that does not fit together. */
export type TypeOutcome = { readonly type: ExpressionType; readonly faults: readonly ExpressionFault[] };

/** Works out the type of an expression written in `source`. */
export function typeOf(
  expression: Expression,
  source: string,
  use: Checked,
  environment: TypeEnvironment,
): TypeOutcome {
  const checker = new TypeChecker(source, use, environment);
  const type = checker.type(expression);
  return { type, faults: checker.faults };
}

/** What of a place matters to types. */
const calendarWords: Words = typingText('expression.typeCheck.expressionThatHolidaysDoNotChange');

type Checked = Pick<ExpressionUse, 'roots' | 'sql' | 'ownFields' | 'childRows' | 'lookups' | 'beforeHolidays'>;

class TypeChecker {
  readonly faults: ExpressionFault[] = [];

  constructor(
    private readonly source: string,
    private readonly use: Checked,
    private readonly environment: TypeEnvironment,
  ) {}

  type(node: Expression): ExpressionType {
    switch (node.kind) {
      case 'literal':
        return typeOfLiteral(node.value);
      case 'path':
        return this.path(node);
      case 'list':
        return this.list(node, node.items);
      case 'not':
        this.condition(node.operand);
        return bool;
      case 'negate': {
        const operand = this.argument(node.operand, 'number');
        return operand.kind === 'number' ? operand : fraction;
      }
      case 'conditional':
        this.condition(node.test);
        return this.either(node, [node.whenTrue, node.whenFalse]);
      case 'call':
        return this.call(node, node.name, node.args);
      case 'aggregate':
        return this.aggregate(node);
      case 'lookup':
        return this.lookup(node);
      case 'binary':
        return this.binary(node, node.operator, node.left, node.right);
    }
  }

  private fail(node: Expression, words: Words, type?: ExpressionType): ExpressionType {
    this.faults.push(faultAt(node, this.source, words, type));
    return unknown;
  }

  private path(node: Extract<Expression, { kind: 'path' }>): ExpressionType {
    const { roots } = this.use;
    const { root, path } = node;
    if (!roots.includes(root)) return this.fail(node, typingText('expression.typeCheck.oneOfInThisPlace', { roots }));
    if (root === 'now') return moment;
    if (path.length === 0) return this.fail(node, typingText('expression.typeCheck.somethingOf', { root }));
    const found = typeOfPath(root, path, this.environment, this.use.ownFields === true);
    if ('type' in found)
      return found.secret === true
        ? this.fail(node, typingText('expression.typeCheck.fieldThatMayBeRead'))
        : found.type;
    const fault = faultAt(node, this.source, found.expected);
    this.faults.push({
      ...fault,
      code: 'E_SCHEMA_UNKNOWN_NAME',
      got: path.join('.'),
      ...(found.nearest === undefined ? {} : { nearest: found.nearest }),
    });
    return unknown;
  }

  /** Lists stand alone or behind `in`; in SQL there is none elsewhere. */
  private list(node: Expression, items: readonly Expression[]): ExpressionType {
    if (this.use.sql) return this.fail(node, typingText('expression.typeCheck.listBehindInOnly'));
    let of: ExpressionType = { kind: 'null' };
    for (const item of items) {
      const next = this.type(item);
      const both: ExpressionType | undefined = next.kind === 'list' ? undefined : eitherOf(of, next);
      if (both === undefined) return this.fail(item, typingText('expression.typeCheck.valueOfTypeOfOthers'), next);
      of = both;
    }
    return { kind: 'list', of };
  }

  private condition(node: Expression): void {
    this.argument(node, 'bool');
  }

  /** One of several values of the same type. */
  private either(node: Expression, parts: readonly Expression[]): ExpressionType {
    let type: ExpressionType = { kind: 'null' };
    for (const part of parts) {
      const next = this.type(part);
      const both: ExpressionType | undefined =
        this.use.sql && (next.kind === 'list' || next.kind === 'json') ? undefined : eitherOf(type, next);
      if (both === undefined)
        return this.fail(part, typingText('expression.typeCheck.valueLike', { type: typeName(type) }), next);
      type = both;
    }
    return type.kind === 'masked'
      ? this.fail(node, typingText('expression.typeCheck.fieldThatIsNotMasked'), type)
      : type;
  }

  private argument(node: Expression, kind: ArgumentKind | 'bool'): ExpressionType {
    const type = this.type(node);
    return type.kind === 'unknown' || fits(type, kind) ? type : this.fail(node, argumentWords[kind], type);
  }

  private call(node: Expression, name: FunctionName, args: readonly Expression[]): ExpressionType {
    const { args: kinds, result } = expressionFunctions[name];
    // What changes with the holidays has no place where nothing may change, as `now` has none.
    if (isCalendarFunction(name) && (!this.use.roots.includes('now') || this.use.beforeHolidays === true))
      return this.fail(node, calendarWords);
    if (result === 'same') return this.same(node, args, kinds[0]);
    const types = args.map((arg, index) => this.argument(arg, kinds[index] ?? 'text'));
    if (result === 'bool') return bool;
    if (result === 'text') return text;
    if (result === 'day') return { kind: 'day' };
    if (result === 'time') return timeLike(types[0]);
    const isWhole = result === 'whole' || types.every((type) => type.kind === 'number' && type.whole);
    return isWhole ? whole : fraction;
  }

  private aggregate(node: Extract<Expression, { kind: 'aggregate' }>): ExpressionType {
    const { name, rows, of } = node;
    if (this.use.childRows !== true || !this.use.roots.includes(rows.root))
      return this.fail(node, typingText('expression.typeCheck.expressionThatGathersNoChildRows'));
    const found = rowsEnvironment(rows, this.environment);
    if (found === undefined) return unknown;
    if ('expected' in found) return this.unknownRows(rows, found);
    if (of === undefined) return whole;
    // In SQL the rows are read where only they are at hand.
    const roots = this.use.sql ? (['row', 'now'] as const) : [...this.use.roots, 'row' as const];
    const inner = new TypeChecker(this.source, { ...this.use, roots }, found.environment);
    const kind = expressionAggregates[name].of;
    const type = kind === 'ordered' ? inner.same(of, [of], 'ordered') : inner.argument(of, kind);
    this.faults.push(...inner.faults);
    if (kind !== 'bool') return type;
    return name === 'count' ? whole : bool;
  }

  private lookup(node: Extract<Expression, { kind: 'lookup' }>): ExpressionType {
    if (this.use.lookups !== true)
      return this.fail(node, typingText('expression.typeCheck.expressionThatLooksNothingUp'));
    const values = node.by.map(({ value }) => ({ node: value, type: this.type(value) }));
    const { type, faults } = typeOfLookup(node, values, this.source, this.environment);
    this.faults.push(...faults);
    return type;
  }

  private unknownRows(
    rows: ChildRowsPath,
    { expected, nearest }: { readonly expected: Words; readonly nearest?: string },
  ) {
    const { at = { start: 0, end: 0 }, root, key } = rows;
    this.faults.push({
      ...faultAt({ kind: 'path', root, path: [key], at }, this.source, expected),
      code: 'E_SCHEMA_UNKNOWN_NAME',
      got: key,
      ...(nearest === undefined ? {} : { nearest }),
    });
    return unknown;
  }

  private same(node: Expression, args: readonly Expression[], kind: 'ordered' | 'alike'): ExpressionType {
    const type = this.either(node, args);
    if (kind === 'alike' || type.kind === 'unknown' || type.kind === 'null' || type.kind === 'number') return type;
    const time = timeOf(type);
    return time === undefined ? this.fail(node, argumentWords.ordered, type) : { kind: time };
  }

  private binary(node: Expression, operator: BinaryOperator, left: Expression, right: Expression): ExpressionType {
    switch (operator) {
      case '&&':
      case '||':
        this.condition(left);
        this.condition(right);
        return bool;
      case 'in':
        this.membership(left, right);
        return bool;
      case '+':
      case '-':
      case '*':
      case '/':
        return this.arithmetic(node, operator, left, right);
      default:
        this.comparison(operator, left, right);
        return bool;
    }
  }

  private comparison(operator: BinaryOperator, left: Expression, right: Expression): void {
    const fault = comparisonFault(
      operator,
      { node: left, type: this.type(left) },
      { node: right, type: this.type(right) },
      { source: this.source, sql: this.use.sql },
    );
    if (fault !== undefined) this.faults.push(fault);
  }

  private membership(left: Expression, right: Expression): void {
    const member = this.type(left);
    const compared = (node: Expression, type: ExpressionType) => {
      const fault = comparisonFault(
        '==',
        { node: left, type: member },
        { node, type },
        { source: this.source, sql: this.use.sql },
      );
      if (fault !== undefined) this.faults.push(fault);
    };
    if (right.kind === 'list') {
      for (const item of right.items) compared(item, this.type(item));
      return;
    }
    const set = this.type(right);
    if (set.kind === 'list') compared(right, set.of);
    else if (set.kind === 'json') {
      if (!['text', 'enum', 'number', 'bool', 'reference', 'unknown'].includes(member.kind))
        this.fail(left, typingText('expression.typeCheck.textNumberOrBool'), member);
    } else if (set.kind !== 'unknown') this.fail(right, typingText('expression.typeCheck.list'), set);
  }

  private arithmetic(
    node: Expression,
    operator: '+' | '-' | '*' | '/',
    left: Expression,
    right: Expression,
  ): ExpressionType {
    const [a, b] = [this.type(left), this.type(right)];
    if (a.kind === 'unknown' || b.kind === 'unknown') return unknown;
    if (a.kind === 'number' && b.kind === 'number') return operator !== '/' && a.whole && b.whole ? whole : fraction;
    const [from, to] = [timeOf(a), timeOf(b)];
    if (operator === '-' && from !== undefined && to !== undefined) return this.between(right, from, to, b);
    return (
      movedTime(operator, from, b) ??
      (operator === '+' ? (movedTime(operator, to, a) ?? joined(a, b)) : undefined) ??
      this.mismatch(node, operator, [left, a], [right, b])
    );
  }

  private between(right: Expression, from: string, to: string, type: ExpressionType): ExpressionType {
    if (from === to) return whole;
    return this.fail(
      right,
      from === 'day'
        ? typingText('expression.typeCheck.dateForExampleDayOf')
        : typingText('expression.typeCheck.moment'),
      type,
    );
  }

  /** Blames the operand that is no number, the right one where the left one is a time or a text. */
  private mismatch(
    node: Expression,
    operator: '+' | '-' | '*' | '/',
    [left, a]: readonly [Expression, ExpressionType],
    [right, b]: readonly [Expression, ExpressionType],
  ): ExpressionType {
    if (a.kind === 'number') return this.fail(right, argumentWords.number, b);
    if (b.kind === 'number') return this.fail(left, argumentWords.number, a);
    if (timeOf(a) !== undefined && (operator === '+' || operator === '-'))
      return this.fail(right, typingText('expression.typeCheck.spanOfTimeSuchAsDays'), b);
    if (operator === '+' && isTextual(a)) return this.fail(right, argumentWords.text, b);
    return this.fail(isTextual(a) || a.kind !== 'null' ? left : node, argumentWords.number, a);
  }
}

/** A day or a moment, moved by a number of milliseconds. */
function movedTime(operator: string, time: 'day' | 'moment' | undefined, by: ExpressionType) {
  const isMoved = time !== undefined && by.kind === 'number' && (operator === '+' || operator === '-');
  return isMoved ? { kind: time } : undefined;
}

function joined(a: ExpressionType, b: ExpressionType): ExpressionType | undefined {
  return isTextual(a) && isTextual(b) ? text : undefined;
}

function typeOfLiteral(value: string | number | boolean | null): ExpressionType {
  if (value === null) return { kind: 'null' };
  if (typeof value === 'boolean') return bool;
  return typeof value === 'number' ? (Number.isInteger(value) ? whole : fraction) : { kind: 'text', literals: [value] };
}
