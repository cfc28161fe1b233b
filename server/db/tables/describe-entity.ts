import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import {
  type DictionaryDocument,
  type EntityDocument,
  type EntityField,
  type EntityIndex,
  type EntityModel,
  entityModel,
  evaluate,
  parseExpression,
  pathsRead,
  toColumn,
} from '../../../engine/model/index.ts';
import type { Database } from '../connect.ts';
import { conditionSql } from '../expression-sql.ts';
import { objectName, quote, quoteText } from './names.ts';
import type { ColumnSpec, NamedSpec, TableSpec } from './table-spec.ts';

/** The table an entity document asks for. */
export function describeEntity(
  entity: EntityDocument,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): TableSpec {
  const model = entityModel(entity);
  const appendOnly = entity.appendOnly === true;
  return {
    name: entity.name,
    label: `${entity.name}（${entity.title}）`,
    columns: [...commonColumns(appendOnly), ...entity.fields.flatMap((field) => fieldColumns(model, field))],
    primaryKey: ['id'],
    checks: [...entity.fields.flatMap((field) => enumCheck(entity, field, dictionaries)), ...declaredChecks(model)],
    uniqueIndexes: [...uniqueFields(model), ...declaredIndexes(model, true)],
    foreignKeys: entity.fields.flatMap((field) => foreignKey(entity, field)),
    indexes: [...searchIndexes(entity), ...declaredIndexes(model, false)],
    grants: appendOnly ? ['select', 'insert'] : ['select', 'insert', 'update', 'delete'],
  };
}

/** Whether a masked field has a column with the keyed hash of its whole value beside the encrypted one. */
export function hasHash(model: EntityModel, field: EntityField): boolean {
  if (field.mask === undefined || model.fields.has(`${field.key}Hash`)) return false;
  const isIndexed = (model.document.indexes ?? []).some((index) =>
    index.fields.some((name) => bare(name) === field.key),
  );
  return field.unique === true || field.searchable === true || isIndexed;
}

/** The column with the keyed hash of a masked field. */
export function hashColumn(key: string): string {
  return `${toColumn(key)}_hash`;
}

const moment = 'timestamp(3) with time zone';

function commonColumns(appendOnly: boolean): readonly ColumnSpec[] {
  const made: ColumnSpec[] = [
    { name: 'id', type: 'uuid', notNull: true },
    { name: 'created_at', type: moment, notNull: true, byDefault: 'now()' },
    { name: 'created_by', type: 'uuid', notNull: false },
  ];
  if (appendOnly) return made;
  return [
    ...made,
    { name: 'updated_at', type: moment, notNull: true, byDefault: 'now()' },
    { name: 'updated_by', type: 'uuid', notNull: false },
    { name: 'deleted_at', type: moment, notNull: false },
    { name: 'version', type: 'integer', notNull: true, byDefault: '1' },
  ];
}

function fieldColumns(model: EntityModel, field: EntityField): readonly ColumnSpec[] {
  const byDefault = constantDefault(model.document, field);
  const column: ColumnSpec = {
    name: toColumn(field.key),
    type: columnType(field),
    // An empty list stands for "none": lists are never null, so that `in` never is unknown.
    notNull: field.required === true || field.type === 'refs',
    ...(byDefault === undefined ? {} : { byDefault }),
  };
  return hasHash(model, field) ? [column, { name: hashColumn(field.key), type: 'text', notNull: false }] : [column];
}

const plainTypes: Partial<Record<EntityField['type'], string>> = {
  int: 'integer',
  decimal: 'numeric(12,4)',
  money: 'bigint',
  bool: 'boolean',
  date: 'date',
  datetime: moment,
  ref: 'uuid',
  refs: 'uuid[]',
  file: 'uuid',
  image: 'uuid',
  json: 'jsonb',
};

function columnType(field: EntityField): string {
  if (field.mask !== undefined) return 'text';
  const plain = plainTypes[field.type];
  if (plain !== undefined) return plain;
  const isLong = field.type === 'text' || field.type === 'html' || field.type === 'enum';
  return field.maxLength === undefined || isLong ? 'text' : `character varying(${field.maxLength})`;
}

function constantDefault(entity: EntityDocument, field: EntityField): string | undefined {
  if (field.mask !== undefined) return undefined;
  const value = declaredDefault(entity, field);
  if (value === undefined || value === null) return field.type === 'refs' ? "'{}'" : undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? quoteText(value) : undefined;
}

function declaredDefault(entity: EntityDocument, field: EntityField): unknown {
  if (field.defaultValue !== undefined) {
    const parsed = parseExpression(field.defaultValue);
    return parsed.ok && parsed.expression.kind === 'literal' ? evaluate(parsed.expression, {}) : undefined;
  }
  const initial = (entity.states ?? []).find((machine) => machine.field === field.key)?.initial ?? [];
  return initial.length === 1 ? initial[0] : undefined;
}

function enumCheck(
  entity: EntityDocument,
  field: EntityField,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): readonly NamedSpec[] {
  const dictionary =
    field.type === 'enum' && field.dictionary !== undefined ? dictionaries.get(field.dictionary) : undefined;
  if (dictionary === undefined) return [];
  const column = toColumn(field.key);
  const values = dictionary.values.map((value) => quoteText(value.key)).join(', ');
  return [{ name: objectName(entity.name, column, 'choice'), definition: `check (${quote(column)} in (${values}))` }];
}

function declaredChecks(model: EntityModel): readonly NamedSpec[] {
  const { name, constraints = [] } = model.document;
  return constraints.map(({ key, check }) => ({
    name: objectName(name, toColumn(key), 'check'),
    definition: `check (${inlineCondition(model, check)})`,
  }));
}

function uniqueFields(model: EntityModel): readonly NamedSpec[] {
  const { name, appendOnly } = model.document;
  const unique = model.document.fields.filter((field) => field.unique === true);
  return unique.map((field) => {
    const column = searchedColumn(model, field.key);
    const living = appendOnly === true ? '' : ' where deleted_at is null';
    return { name: objectName(name, column, 'unique'), definition: `on ${quote(name)} (${quote(column)})${living}` };
  });
}

function searchIndexes(entity: EntityDocument): readonly NamedSpec[] {
  // A unique masked field has an index on its hash already.
  const searched = entity.fields.filter(
    (field) => field.searchable === true && !(field.mask !== undefined && field.unique === true),
  );
  return searched.map((field) => {
    const column = toColumn(field.key);
    // A masked field is searched by its whole value.
    return field.mask === undefined
      ? {
          name: objectName(entity.name, column, 'trigrams'),
          definition: `on ${quote(entity.name)} using gin (${quote(column)} gin_trgm_ops)`,
        }
      : {
          name: objectName(entity.name, column, 'hash'),
          definition: `on ${quote(entity.name)} (${quote(hashColumn(field.key))})`,
        };
  });
}

function declaredIndexes(model: EntityModel, unique: boolean): readonly NamedSpec[] {
  const { name, indexes = [] } = model.document;
  return indexes
    .filter((index) => (index.unique === true) === unique)
    .map((index) => ({
      name: objectName(name, toColumn(index.key), unique ? 'unique' : 'index'),
      definition: indexDefinition(model, index),
    }));
}

function indexDefinition(model: EntityModel, index: EntityIndex): string {
  const method = index.kind === undefined || index.kind === 'btree' ? '' : ' using gin';
  const suffix = index.kind === 'trigram' ? ' gin_trgm_ops' : '';
  const columns = index.fields.map((name) => {
    const key = bare(name);
    const order = name.startsWith('-') ? descending(model, key) : '';
    return `${quote(searchedColumn(model, key))}${suffix}${order}`;
  });
  const conditions = index.where === undefined ? [] : [inlineCondition(model, index.where)];
  // A deleted row must not stand in the way of a new one.
  if (index.unique === true && model.document.appendOnly !== true) conditions.push('deleted_at is null');
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `on ${quote(model.document.name)}${method} (${columns.join(', ')})${where}`;
}

/** Lists show rows without a value last, both ways; the index follows where the column may be empty. */
function descending(model: EntityModel, key: string): string {
  const field = model.fields.get(key);
  return field?.required === true || key === 'createdAt' || key === 'updatedAt' ? ' desc' : ' desc nulls last';
}

function bare(name: string): string {
  return name.startsWith('-') ? name.slice(1) : name;
}

function searchedColumn(model: EntityModel, key: string): string {
  const field = model.fields.get(key);
  return field?.mask === undefined ? toColumn(key) : hashColumn(key);
}

function foreignKey(entity: EntityDocument, field: EntityField): readonly NamedSpec[] {
  if (field.type !== 'ref' || field.ref === undefined) return [];
  const column = toColumn(field.key);
  const definition = `foreign key (${quote(column)}) references ${quote(field.ref)} (id) on delete restrict`;
  return [{ name: objectName(entity.name, column, 'fkey'), definition }];
}

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
function inlineCondition(model: EntityModel, source: string): string {
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
    return field === undefined ? undefined : { sql: sql.ref(toColumn(field.key)), field };
  };
  return conditionSql(parsed.expression, { column, inline: true }).compile(compiler).sql;
}
