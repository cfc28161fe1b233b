import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type BinaryOperator,
  type EntityField,
  type Expression,
  evaluate,
  type FunctionName,
  pathsRead,
  type Scope,
  type Value,
} from '../../engine/model/index.ts';
import { commonKind, kindOf, kindOfField, type Operand, SqlValues, sqlBool, sqlNumber } from './sql-operand.ts';

/** Where a path below `record` is found, and the field it ends in. */
export type SqlColumn = {
  readonly sql: RawBuilder<unknown>;
  readonly field: Pick<EntityField, 'key' | 'type' | 'mask'>;
};

export type ExpressionSqlOptions = {
  /** Answers the column of a path such as `['owner', 'name']`; undefined where there is none. */
  readonly column: (path: readonly string[]) => SqlColumn | undefined;
  /** What the other roots stand for (`user`, `form`, `page`, `row`, `now`); their values become parameters. */
  readonly scope?: Omit<Scope, 'record'>;
  /** Writes values into the text, for statements that take no parameters (CREATE INDEX, CHECK). */
  readonly inline?: boolean;
};

/** An expression that has no SQL; the schema check should have refused the document. */
export class ExpressionSqlError extends Error {
  override readonly name = 'ExpressionSqlError';
}

/**
 * Compiles an expression to a SQL condition with the meaning the evaluator gives it: unknown stays unknown
 * (null), `== null` tests for it, kinds that do not compare are unknown, a span of time is milliseconds.
 */
export function conditionSql(expression: Expression, options: ExpressionSqlOptions): RawBuilder<SqlBool> {
  return new Compiler(options).condition(expression);
}

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

const comparisons: Readonly<Record<Comparison, RawBuilder<unknown>>> = {
  '==': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
};
const signs = { '+': sql`+`, '-': sql`-`, '*': sql`*` };
const spans = { days: sql`86400000`, hours: sql`3600000`, minutes: sql`60000` };
const unknown = sql<SqlBool>`null::boolean`;

class Compiler {
  private readonly values: SqlValues;

  constructor(private readonly options: ExpressionSqlOptions) {
    this.values = new SqlValues(options.inline === true);
  }

  condition(expression: Expression): RawBuilder<SqlBool> {
    const condition = this.values.as('bool', this.operand(expression));
    return condition === undefined ? unknown : sql<SqlBool>`${condition}`;
  }

  private operand(expression: Expression): Operand {
    // What reads no column is computed here, by the evaluator itself.
    if (pathsRead(expression, 'record').length === 0)
      return { constant: evaluate(expression, this.options.scope ?? {}) };
    switch (expression.kind) {
      case 'path':
        return this.column(expression.path);
      case 'not':
        return bool(sql`(not ${this.condition(expression.operand)})`);
      case 'negate':
        return number(sql`(- ${this.number(this.operand(expression.operand))})`);
      case 'conditional':
        return this.conditional(expression.test, this.operand(expression.whenTrue), this.operand(expression.whenFalse));
      case 'call':
        return this.call(
          expression.name,
          expression.args.map((arg) => this.operand(arg)),
        );
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right);
      default:
        throw new ExpressionSqlError('a list of columns stands only behind `in`');
    }
  }

  private column(path: readonly string[]): Operand {
    const column = this.options.column(path);
    if (column === undefined) throw new ExpressionSqlError(`record.${path.join('.')} has no column`);
    return { kind: kindOfField(column.field), sql: column.sql };
  }

  private binary(operator: BinaryOperator, left: Expression, right: Expression): Operand {
    switch (operator) {
      case '&&':
        return bool(sql`(${this.condition(left)} and ${this.condition(right)})`);
      case '||':
        return bool(sql`(${this.condition(left)} or ${this.condition(right)})`);
      case 'in':
        return bool(this.membership(this.operand(left), right));
      case '==':
      case '!=': {
        const tested = isNull(right) ? left : isNull(left) ? right : undefined;
        return bool(
          tested === undefined
            ? this.compare(operator, this.operand(left), this.operand(right))
            : this.nullTest(operator, this.operand(tested)),
        );
      }
      case '<':
      case '<=':
      case '>':
      case '>=':
        return bool(this.compare(operator, this.operand(left), this.operand(right)));
      default:
        return this.arithmetic(operator, this.operand(left), this.operand(right));
    }
  }

  private nullTest(operator: '==' | '!=', operand: Operand): RawBuilder<SqlBool> {
    if ('constant' in operand) return sqlBool((operand.constant === null) === (operator === '=='));
    return operator === '==' ? sql<SqlBool>`(${operand.sql} is null)` : sql<SqlBool>`(${operand.sql} is not null)`;
  }

  private compare(operator: Comparison, left: Operand, right: Operand): RawBuilder<SqlBool> {
    const kind = commonKind(left, right);
    const isOrder = operator !== '==' && operator !== '!=';
    if (kind === undefined || (isOrder && kind === 'bool')) return unknown;
    const a = this.values.as(kind, left);
    const b = this.values.as(kind, right);
    if (a !== undefined && b !== undefined) {
      // Order of code points, as in JavaScript, whatever the database's collation.
      return isOrder && kind === 'text'
        ? sql<SqlBool>`(${a} ${comparisons[operator]} ${b} collate "C")`
        : sql<SqlBool>`(${a} ${comparisons[operator]} ${b})`;
    }
    return kind === 'id' && !isOrder ? this.compareWithNoId(operator, left, right) : unknown;
  }

  /** A reference beside a text that is no id: certainly different, where the reference is set. */
  private compareWithNoId(operator: '==' | '!=', left: Operand, right: Operand): RawBuilder<SqlBool> {
    const [column, other] = 'constant' in left ? [right, left] : [left, right];
    if ('constant' in column || !('constant' in other) || typeof other.constant !== 'string') return unknown;
    return this.whereSet(column.sql, operator === '!=');
  }

  private whereSet(column: RawBuilder<unknown>, value: boolean): RawBuilder<SqlBool> {
    return sql<SqlBool>`(case when ${column} is not null then ${sqlBool(value)} end)`;
  }

  private membership(left: Operand, right: Expression): RawBuilder<SqlBool> {
    if (right.kind === 'list' && pathsRead(right, 'record').length > 0) {
      return sql<SqlBool>`(${sql.join(
        right.items.map((item) => this.compare('==', left, this.operand(item))),
        sql` or `,
      )})`;
    }
    const set = this.operand(right);
    if ('constant' in set)
      return Array.isArray(set.constant) && !('constant' in left) ? this.membershipOf(left, set.constant) : unknown;
    if (set.kind === 'ids') return this.idMembership(left, set.sql);
    if (set.kind !== 'json' || !('constant' in left) || left.constant === null) return unknown;
    const wanted = this.values.text(JSON.stringify([left.constant]));
    return sql<SqlBool>`(case when jsonb_typeof(${set.sql}) = 'array' then ${set.sql} @> ${wanted}::jsonb end)`;
  }

  private idMembership(left: Operand, set: RawBuilder<unknown>): RawBuilder<SqlBool> {
    const member = this.values.as('id', left);
    if (member === undefined)
      return 'constant' in left && typeof left.constant === 'string' ? this.whereSet(set, false) : unknown;
    // `@>` can use a gin index; `= any` of an empty list would be false even for nothing.
    return 'constant' in left
      ? sql<SqlBool>`(${set} @> array[${member}])`
      : sql<SqlBool>`(case when ${member} is not null then ${member} = any(${set}) end)`;
  }

  private membershipOf(left: Exclude<Operand, { constant: Value }>, items: readonly Value[]): RawBuilder<SqlBool> {
    const wanted = items
      .map((item) => this.values.as(left.kind, { constant: item }))
      .filter((item) => item !== undefined);
    const found =
      wanted.length === 0 ? this.whereSet(left.sql, false) : sql<SqlBool>`(${left.sql} in (${sql.join(wanted)}))`;
    return items.includes(null) ? sql<SqlBool>`(${found} or null)` : found;
  }

  private arithmetic(operator: '+' | '-' | '*' | '/', left: Operand, right: Operand): Operand {
    const kinds = [kindOf(left), kindOf(right)];
    if (kinds.includes('moment') && (operator === '+' || operator === '-'))
      return this.momentArithmetic(operator, left, right);
    if (operator === '+' && kinds.every((kind) => kind === 'text')) {
      return { kind: 'text', sql: sql`(${this.text(left)} || ${this.text(right)})` };
    }
    const a = this.number(left);
    const b = this.number(right);
    return number(operator === '/' ? sql`(${a}::numeric / nullif(${b}, 0))` : sql`(${a} ${signs[operator]} ${b})`);
  }

  /** A moment moved by milliseconds is a moment; the span between two moments is milliseconds. */
  private momentArithmetic(operator: '+' | '-', left: Operand, right: Operand): Operand {
    if (kindOf(left) === 'moment' && kindOf(right) === 'moment') {
      if (operator === '+') throw new ExpressionSqlError('two moments cannot be added');
      const [a, b] = [this.values.as('moment', left), this.values.as('moment', right)];
      return number(sql`(extract(epoch from (${a ?? unknown} - ${b ?? unknown})) * 1000)`);
    }
    const [base, shift] = kindOf(left) === 'moment' ? [left, right] : [right, left];
    const moment = this.values.as('moment', base);
    if (moment === undefined || (operator === '-' && base !== left))
      throw new ExpressionSqlError('only a span of time can be taken from a moment');
    return {
      kind: 'moment',
      sql: sql`(${moment} ${signs[operator]} ${this.number(shift)} * interval '1 millisecond')`,
    };
  }

  private conditional(test: Expression, then: Operand, otherwise: Operand): Operand {
    const kind = commonKind(then, otherwise) ?? commonKind(otherwise, then) ?? 'text';
    const [a, b] = [this.values.as(kind, then), this.values.as(kind, otherwise)];
    return { kind, sql: sql`(case when ${this.condition(test)} then ${a ?? sql`null`} else ${b ?? sql`null`} end)` };
  }

  private call(name: FunctionName, [first = nothing, second = nothing]: readonly Operand[]): Operand {
    switch (name) {
      case 'size':
        return number(this.size(first));
      case 'contains':
        return bool(sql`(strpos(${this.text(first)}, ${this.text(second)}) > 0)`);
      case 'startsWith':
        return bool(sql`starts_with(${this.text(first)}, ${this.text(second)})`);
      default:
        return number(sql`(${this.number(first)} * ${spans[name]})`);
    }
  }

  private size(operand: Operand): RawBuilder<unknown> {
    if ('constant' in operand) return sql`null::integer`;
    if (operand.kind === 'text') return sql`char_length(${operand.sql})`;
    if (operand.kind === 'ids') return sql`cardinality(${operand.sql})`;
    return operand.kind === 'json'
      ? sql`(case when jsonb_typeof(${operand.sql}) = 'array' then jsonb_array_length(${operand.sql}) end)`
      : sql`null::integer`;
  }

  private number(operand: Operand): RawBuilder<unknown> {
    return this.values.as('number', operand) ?? sqlNumber(Number.NaN);
  }

  private text(operand: Operand): RawBuilder<unknown> {
    return this.values.as('text', operand) ?? sql`null::text`;
  }
}

const nothing: Operand = { constant: null };
const bool = (condition: RawBuilder<unknown>): Operand => ({ kind: 'bool', sql: condition });
const number = (value: RawBuilder<unknown>): Operand => ({ kind: 'number', sql: value });

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}
