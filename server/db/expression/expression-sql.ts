import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import {
  type BinaryOperator,
  type Expression,
  evaluate,
  pathsRead,
  type Scope,
  type Value,
} from '../../../engine/model/expression/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { weekdaysOnly } from '../../../engine/model/time/index.ts';
import type { Placeholder } from '../connection/statement.ts';
import { arithmeticTerm, boolTerm, callTerm, exact, numberTerm, sharedTerm } from './expression-sql-parts.ts';
import { rebased } from './rebased.ts';
import {
  commonKind,
  type Kind,
  kindOf,
  kindOfField,
  type Operand,
  SqlValues,
  sqlBool,
  type Term,
} from './sql-operand.ts';

/** Where a path below `record` is found, and the field it ends in. */
export type SqlColumn = {
  readonly sql: RawBuilder<unknown>;
  readonly field: Pick<EntityField, 'key' | 'type' | 'mask'>;
};

/** Child rows: where a path below `row` is found, and one value gathered from all of them. */
export type SqlRows = {
  readonly column: (path: readonly string[]) => SqlColumn | undefined;
  readonly select: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
};

export type ExpressionSqlOptions = {
  /** Answers the column of a path such as `['owner', 'name']`; undefined where there is none. */
  readonly column: (path: readonly string[]) => SqlColumn | undefined;
  /** The child rows of a list, where they may be gathered. */
  readonly childRows?: (key: string) => SqlRows;
  /** What the other roots stand for (`user`, `form`, `page`, `row`, `now`); their values become parameters. */
  readonly scope?: Scope & { readonly record?: never };
  /** Where the moment stands among the values of the statement, so that its plan outlives the call; else it is written in. */
  readonly now?: Placeholder;
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

/** What a value is in SQL: text, numeric, boolean, timestamptz, date or uuid. */
export type ValueKind = Exclude<Kind, 'ids' | 'json' | 'opaque'>;

/**
 * Compiles an expression to a SQL value, in the kind asked for or else in its own; a day becomes the moment
 * it begins where a moment is asked for. A value of another kind is null.
 */
export function valueSql(expression: Expression, options: ExpressionSqlOptions, kind?: ValueKind): RawBuilder<unknown> {
  return new Compiler(options).value(expression, kind);
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
const unknown = sql<SqlBool>`null::boolean`;

class Compiler {
  private readonly values: SqlValues;

  constructor(private readonly options: ExpressionSqlOptions) {
    this.values = new SqlValues(options.inline === true, () => options.scope?.calendar ?? weekdaysOnly);
  }

  condition(expression: Expression): RawBuilder<SqlBool> {
    const condition = this.values.as('bool', this.operand(expression));
    return condition === undefined ? unknown : sql<SqlBool>`${condition}`;
  }

  value(expression: Expression, kind: ValueKind | undefined): RawBuilder<unknown> {
    const operand = this.operand(expression);
    return this.values.orNull(kind ?? kindOf(operand) ?? 'text', operand);
  }

  private operand(expression: Expression): Operand {
    const { now } = this.options;
    if (now !== undefined && expression.kind === 'path' && expression.root === 'now')
      return { kind: 'moment', sql: sql`${now}::timestamptz` };
    // What reads no column is computed here, by the evaluator itself.
    if (pathsRead(expression, 'record').length === 0)
      return { constant: evaluate(expression, this.options.scope ?? {}) };
    switch (expression.kind) {
      case 'path':
        return this.column(expression.path);
      case 'not':
        return boolTerm(sql`(not ${this.condition(expression.operand)})`);
      case 'negate':
        return numberTerm(sql`(- ${exact(this.operand(expression.operand), this.values)})`);
      case 'conditional':
        return this.conditional(expression.test, this.operand(expression.whenTrue), this.operand(expression.whenFalse));
      case 'call': {
        const args = expression.args.map((arg) => this.operand(arg));
        return known(callTerm(expression.name, args, this.values), expression.name);
      }
      case 'aggregate':
        return this.aggregate(expression);
      case 'binary':
        return this.binary(expression.operator, expression.left, expression.right);
      default:
        throw new ExpressionSqlError('a list of columns stands only behind `in`');
    }
  }

  private column(path: readonly string[]): Operand {
    const column = this.options.column(path);
    if (column === undefined) throw new ExpressionSqlError(`record.${path.join('.')} has no column`);
    return {
      kind: kindOfField(column.field),
      sql: column.sql,
      ...(kindOfValue(column.field) === 'whole' ? { isInteger: true } : {}),
    };
  }

  private binary(operator: BinaryOperator, left: Expression, right: Expression): Operand {
    switch (operator) {
      case '&&':
        return boolTerm(sql`(${this.condition(left)} and ${this.condition(right)})`);
      case '||':
        return boolTerm(sql`(${this.condition(left)} or ${this.condition(right)})`);
      case 'in':
        return boolTerm(this.membership(this.operand(left), right));
      case '==':
      case '!=': {
        const tested = isNull(right) ? left : isNull(left) ? right : undefined;
        return boolTerm(
          tested === undefined
            ? this.compare(operator, this.operand(left), this.operand(right))
            : this.nullTest(operator, this.operand(tested)),
        );
      }
      case '<':
      case '<=':
      case '>':
      case '>=':
        return boolTerm(this.compare(operator, this.operand(left), this.operand(right)));
      default:
        return known(arithmeticTerm(operator, this.operand(left), this.operand(right), this.values), operator);
    }
  }

  /** What is missing is left out, and of conditions makes the answer unknown, as in the evaluator. */
  private aggregate({ name, rows: { key }, of }: Aggregate): Operand {
    const rows = this.options.childRows?.(key);
    if (rows === undefined) throw new ExpressionSqlError(`no child rows ${key} in this place`);
    const inner = new Compiler({ ...this.options, column: rows.column });
    if (of === undefined) return numberTerm(rows.select(sql`count(*)`));
    const each = rebased(of, { row: 'record' });
    switch (name) {
      case 'sum':
        return numberTerm(rows.select(sql`coalesce(sum(${inner.value(each, 'number')}), 0)`));
      case 'count':
        return numberTerm(rows.select(sql`count(*) filter (where ${inner.condition(each)})`));
      case 'any':
        return boolTerm(
          rows.select(sql`case when bool_or(${inner.condition(each)}) then true
          when count(*) = count(${inner.condition(each)}) then false end`),
        );
      case 'all':
        return boolTerm(
          rows.select(sql`case when not bool_and(${inner.condition(each)}) then false
          when count(*) = count(${inner.condition(each)}) then true end`),
        );
      default:
        return inner.extreme(each, name === 'minOf' ? sql`min` : sql`max`, rows);
    }
  }

  private extreme(each: Expression, least: RawBuilder<unknown>, rows: SqlRows): Operand {
    const operand = this.operand(each);
    const kind = kindOf(operand);
    if (kind === undefined) return { constant: null };
    return { kind, sql: rows.select(sql`${least}(${this.values.orNull(kind, operand)})`) };
  }

  private nullTest(operator: '==' | '!=', operand: Operand): RawBuilder<SqlBool> {
    if ('constant' in operand) return sqlBool((operand.constant === null) === (operator === '=='));
    // The null of JSON is as missing as that of SQL.
    const tested = operand.kind === 'json' ? sql`nullif(${operand.sql}, 'null'::jsonb)` : operand.sql;
    return operator === '==' ? sql<SqlBool>`(${tested} is null)` : sql<SqlBool>`(${tested} is not null)`;
  }

  private compare(operator: Comparison, left: Operand, right: Operand): RawBuilder<SqlBool> {
    const kind = commonKind(left, right);
    const isOrder = operator !== '==' && operator !== '!=';
    if (kind === undefined || incomparable.has(kind) || (isOrder && (kind === 'bool' || kind === 'id'))) return unknown;
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
  private compareWithNoId(operator: Comparison, left: Operand, right: Operand): RawBuilder<SqlBool> {
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
    return set.kind === 'json' ? this.jsonMembership(left, set.sql) : unknown;
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

  private jsonMembership(left: Operand, set: RawBuilder<unknown>): RawBuilder<SqlBool> {
    if ('constant' in left && left.constant === null) return unknown;
    const wanted =
      'constant' in left
        ? sql`${this.values.text(JSON.stringify([left.constant]))}::jsonb`
        : sql`('[' || to_jsonb(${left.text ?? left.sql})::text || ']')::jsonb`;
    // As with any list: not found among items of which one is missing is unknown.
    const found = sql`(${set} @> ${wanted} or nullif(${set} @> '[null]'::jsonb, true))`;
    return sql<SqlBool>`(case when jsonb_typeof(${set}) = 'array' then ${found} end)`;
  }

  private membershipOf(left: Term, items: readonly Value[]): RawBuilder<SqlBool> {
    const asText = left.text !== undefined && items.some((item) => kindOf({ constant: item }) === 'text');
    const kind = asText ? 'text' : left.kind;
    const member = this.values.orNull(kind, left);
    const wanted = items.map((item) => this.values.as(kind, { constant: item })).filter((item) => item !== undefined);
    const found =
      wanted.length === 0 ? this.whereSet(member, false) : sql<SqlBool>`(${member} in (${sql.join(wanted)}))`;
    return items.includes(null) ? sql<SqlBool>`(${found} or null)` : found;
  }

  private conditional(test: Expression, then: Operand, otherwise: Operand): Operand {
    const condition = this.condition(test);
    const write = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
      sql`(case when ${condition} then ${a} else ${b} end)`;
    return known(sharedTerm(then, otherwise, this.values, write), '?:');
  }
}

type Aggregate = Extract<Expression, { readonly kind: 'aggregate' }>;

const incomparable: ReadonlySet<Kind> = new Set(['ids', 'json', 'opaque']);

function known(term: Operand | undefined, name: string): Operand {
  if (term === undefined) throw new ExpressionSqlError(`${name} stands between values of different kinds`);
  return term;
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value === null;
}
