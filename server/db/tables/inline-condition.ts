import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import {
  type EntityField,
  type EntityModel,
  isStored,
  parseExpression,
  pathsRead,
  toColumn,
} from '../../../engine/model/index.ts';
import type { Database } from '../connect.ts';
import { conditionSql } from '../expression-sql.ts';

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

/** SQL of an expression over the entity's own columns, with its values written in. */
export function inlineCondition(model: EntityModel, source: string): string {
  const parsed = parseExpression(source);
  if (!parsed.ok)
    throw new TypeError(`${model.document.name}: ${source}: expected ${parsed.expected}, got ${parsed.got}`);
  const foreign = (['user', 'form', 'page', 'row', 'now'] as const).find(
    (root) => pathsRead(parsed.expression, root).length > 0,
  );
  if (foreign !== undefined)
    throw new TypeError(`${model.document.name}: ${source}: ${foreign} has no place in a table`);
  const column = (path: readonly string[]) => {
    const key = path.length === 1 ? path[0] : undefined;
    const field = key === 'deletedAt' ? deletedAt : model.fields.get(key ?? '');
    return field === undefined || !isStored(field) ? undefined : { sql: sql.ref(toColumn(field.key)), field };
  };
  return conditionSql(parsed.expression, { column, inline: true }).compile(compiler).sql;
}
