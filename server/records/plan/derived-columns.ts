import { type RawBuilder, sql } from 'kysely';
import { isGranted, verbPermissions } from '../../../engine/model/access/index.ts';
import type { EntityField, FieldRollup } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { pathsRead } from '../../../engine/model/expression/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import type { Placeholder } from '../../db/connection/statement.ts';
import { conditionSql, type SqlRows, valueSql } from '../../db/expression/expression-sql.ts';
import { parsedText } from '../../db/expression/parsed-text.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { expressionScope } from './expression-scope.ts';
import type { PlannedColumn } from './planned-column.ts';
import { ownRowPolicy } from './row-policy-conditions.ts';

export type { PlannedColumn } from './planned-column.ts';

/** Whom a value is worked out for: which rows a rolled-up field counts depends on who may see them. */
export type PlanContext = Pick<CallContext, 'documents' | 'caller' | 'now' | 'calendar'>;

/** The caller, who gets what he may see, or the server's own rules, which judge by the facts. */
export type Reader = 'caller' | 'rules';

/** The rows of another entity, to be gathered in a statement of their own. */
export type RowSource = {
  readonly entity: EntityModel;
  planned(path: string, reader: Reader, depth: number): PlannedColumn | undefined;
  own(key: string): RawBuilder<unknown>;
  live(): RawBuilder<unknown>;
  from(): RawBuilder<unknown>;
};

/** Where a field that is not stored is read: whose row, under which alias, for whom, and how deep already. */
export type DerivedAt = {
  readonly context: PlanContext;
  readonly alias: string;
  /** Whether the row may be missing, because a relation leads to it. */
  readonly related: boolean;
  readonly reader: Reader;
  readonly depth: number;
  /** Where the moment stands among the values of the statement; without it the plan is good for one moment only. */
  readonly now: Placeholder | undefined;
  /** A field of the same row, by path. */
  readonly column: (path: string) => PlannedColumn | undefined;
  /** The rows of an entity by name. */
  readonly rows: (entity: string) => RowSource;
};

// Chains are refused by the schema check; this keeps a document that got past it from running forever.
const deepest = 8;

/** The SQL value of a field that is computed or rolled up, in the type the field declares. */
export function derivedSql(field: EntityField, entity: EntityModel, at: DerivedAt): RawBuilder<unknown> {
  if (at.depth > deepest) throw refuse('E_SERVER', { got: `${entity.document.name}.${field.key}` });
  if (field.rollup !== undefined) return typed(field, rollupSql(field.rollup, entity, at), []);
  const expression = parsedText(field.compute ?? 'null');
  const read = pathsRead(expression, 'record').flatMap((path) => readable(at, path)?.field ?? []);
  const value = valueSql(expression, {
    column: (path) => readable(at, path.join('.')),
    childRows: (key) => childRowsSql(key, entity, at),
    ...timeOf(at),
  });
  return typed(field, value, read);
}

function timeOf({ context, now }: DerivedAt) {
  return { scope: expressionScope(context, {}), ...(now === undefined ? {} : { now }) };
}

/** What a computed value may be made of: nothing masked and nothing secret, since its result is shown in clear. */
function readable(at: DerivedAt, path: string): PlannedColumn | undefined {
  const column = at.column(path);
  return column === undefined || column.field.mask !== undefined || column.field.secret === true ? undefined : column;
}

/**
 * The living rows that refer to this one. Rules judge by all of them; what somebody sees, sorts, filters or counts by are
 * those of his own scope, since a number tells of rows as well as a list of them does. Who may not query the other entity
 * at all gets nothing, as with a field that is hidden from him.
 */
function rollupSql(rollup: FieldRollup, entity: EntityModel, at: DerivedAt): RawBuilder<unknown> {
  const { caller } = at.context;
  if (at.reader === 'caller' && !isGranted(caller.grants, `${rollup.entity}:${verbPermissions.query}`))
    return sql`null`;
  const { rows, column, select } = referringRows(rollup, entity, at);
  const conditions = [...withinPolicy(rows, at)];
  if (rollup.where !== undefined)
    conditions.push(
      conditionSql(parsedText(rollup.where), { column: (path) => column(path.join('.')), ...timeOf(at) }),
    );
  return select(aggregateSql(rollup, rollup.field === undefined ? undefined : column(rollup.field)), conditions);
}

/** The living child rows of a list. They belong to the record: who may see it may see them. */
function childRowsSql(key: string, entity: EntityModel, at: DerivedAt): SqlRows {
  const list = entity.children.get(key);
  if (list === undefined) throw refuse('E_SERVER', { got: `${entity.document.name}.${key}` });
  const { column, select } = referringRows(list, entity, at);
  return { column: (path) => column(path.join('.')), select: (value) => select(value, []) };
}

/** Living rows that refer to this one: what is read of each, and one value worked out of those that satisfy conditions. */
function referringRows(
  { entity: name, by }: { readonly entity: string; readonly by: string },
  entity: EntityModel,
  at: DerivedAt,
) {
  const rows = at.rows(name);
  const own = sql.ref(`${at.alias}.id`);
  const inner: DerivedAt = { ...at, column: (path) => rows.planned(path, at.reader, at.depth + 1) };
  const select = (value: RawBuilder<unknown>, where: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => {
    const conditions = [refersTo(rows, by, entity, own), rows.live(), ...where];
    const total = sql`(select ${value} ${rows.from()} where ${sql.join(conditions, sql` and `)})`;
    return at.related ? sql`(case when ${own} is not null then ${total} end)` : total;
  };
  return { rows, column: (path: string) => readable(inner, path), select };
}

/** What rows must satisfy to be counted for the reader: nothing for rules, his own scope and projects for a caller. */
function withinPolicy(rows: RowSource, { reader, context, depth }: DerivedAt): readonly RawBuilder<unknown>[] {
  if (reader === 'rules') return [];
  return ownRowPolicy(rows.entity.document, context.caller, (path) => rows.planned(path, 'rules', depth + 1));
}

function aggregateSql(rollup: FieldRollup, column: PlannedColumn | undefined): RawBuilder<unknown> {
  if (rollup.aggregate === 'count') return sql`count(*)`;
  if (column === undefined) throw refuse('E_SERVER', { got: `${rollup.entity}.${rollup.field}` });
  switch (rollup.aggregate) {
    case 'sum':
      return sql`coalesce(sum(${column.sql}), 0)`;
    case 'min':
      return sql`min(${column.sql})`;
    case 'max':
      return sql`max(${column.sql})`;
  }
}

/** The rows whose reference `by` holds this row: one, among many, or one of several entities. */
function refersTo(rows: RowSource, by: string, entity: EntityModel, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const field = rows.entity.fields.get(by);
  if (field === undefined) throw refuse('E_SERVER', { got: `${rows.entity.document.name}.${by}` });
  if (field.type === 'refs') return sql`${rows.own(by)} @> array[${id}]`;
  const same = sql`${rows.own(by)} = ${id}`;
  if (field.refBy === undefined) return same;
  const kinds = Object.entries(field.refBy.entities).filter(([, target]) => target === entity.document.name);
  return sql`(${same} and ${rows.own(field.refBy.field)} = any(${kinds.map(([kind]) => kind)}::text[]))`;
}

/** The value in the field's type. Whole numbers and cents are rounded; a day is cut in Asia/Shanghai. */
function typed(field: EntityField, value: RawBuilder<unknown>, read: readonly EntityField[]): RawBuilder<unknown> {
  const cast = sql.raw(serverFieldTypes[field.type].cast);
  const kind = kindOfValue(field);
  if (kind === 'whole') return sql`round((${value})::${cast})`;
  // Days counted from days need no zone.
  if (kind === 'day' && read.some((other) => kindOfValue(other) === 'moment'))
    return sql`((${value})::timestamptz at time zone 'Asia/Shanghai')::${cast}`;
  return sql`(${value})::${cast}`;
}
