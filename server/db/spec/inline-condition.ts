import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { countsWorkDays, type Expression, parseExpression, pathsRead } from '../../../engine/model/expression/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import type { Database } from '../../kernel/database/db.ts';
import { conditionSql, type ExpressionSqlOptions, type ValueKind, valueSql } from '../expression/expression-sql.ts';

// Compiles statements, never runs one.
const compiler = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

// No field of the documents, but a column that conditions of indexes may name.
const deletedAt: EntityField = { key: 'deletedAt', title: '删除时间', type: 'datetime' };

/** SQL of a condition over the entity's own columns, with its values written in. */
export function inlineCondition(model: EntityModel, source: string): string {
  return conditionSql(parsed(model, source), columnsOf(model)).compile(compiler).sql;
}

/**
 * SQL of a value over the entity's own columns, in the kind asked for, with its values written in. `columnName` answers
 * the column a field has in the table as it stands.
 */
export function inlineValue(
  model: EntityModel,
  source: string,
  kind: ValueKind,
  columnName: (key: string) => string,
): string {
  return valueSql(parsed(model, source), columnsOf(model, columnName), kind).compile(compiler).sql;
}

function parsed(model: EntityModel, source: string): Expression {
  const outcome = parseExpression(source);
  if (!outcome.ok)
    throw new TypeError(`${model.document.name}: ${source}: expected ${outcome.expected}, got ${outcome.got}`);
  const foreign = (['user', 'form', 'page', 'row', 'now'] as const).find(
    (root) => pathsRead(outcome.expression, root).length > 0,
  );
  if (foreign !== undefined)
    throw new TypeError(`${model.document.name}: ${source}: ${foreign} has no place in a table`);
  if (countsWorkDays(outcome.expression))
    throw new TypeError(`${model.document.name}: ${source}: what holidays change has no place in a table`);
  return outcome.expression;
}

function columnsOf(model: EntityModel, columnName = toColumn): ExpressionSqlOptions {
  const column = (path: readonly string[]) => {
    const key = path.length === 1 ? path[0] : undefined;
    const field = key === 'deletedAt' ? deletedAt : model.fields.get(key ?? '');
    return field === undefined || !isStored(field) ? undefined : { sql: sql.ref(columnName(field.key)), field };
  };
  return { column, inline: true };
}
