import { type RawBuilder, sql } from 'kysely';
import { pathInSource, type RowsOfDataset, sourcesOf } from '../../../engine/model/dataset/index.ts';
import type { DatasetDimension, DatasetDocument, EntityField } from '../../../engine/model/documents/index.ts';
import type { TimeBucket } from '../../../engine/model/drill/index.ts';
import { resolvePath } from '../../../engine/model/entity/index.ts';
import { kindOfValue } from '../../../engine/model/fields/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { dayOf, spanOfDays } from '../../../engine/model/time/index.ts';
import type { DatasetPeriod } from '../../../engine/model/wire/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { type CallContext, documentOf } from '../../kernel/operation/context.ts';
import type { PlannedColumn } from '../../records/plan/derived-columns.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';
import { openColumn, pathOf } from './strands.ts';
import { keyPatterns } from './time-buckets.ts';

/** Key of values that lie in no band. */
export const otherBand = '*';

const maxLevels = 32;

/** A group's key as text, and what the statement must join to know it. */
export type KeySql = {
  readonly key: RawBuilder<unknown>;
  readonly join?: RawBuilder<unknown>;
  /** Whether a row may stand in several groups: then the join brings it once for each of them. */
  readonly isMany?: true;
};

/** What a dimension groups the rows of a source by. */
export function keySql(
  dimension: DatasetDimension,
  source: RowsOfDataset,
  plan: SelectPlan,
  context: CallContext,
): KeySql {
  const column = openColumn(plan, pathOf(dimension, source));
  const { bucket, bands, level } = dimension;
  if (bucket !== undefined) return { key: timeKey(bucket, column) };
  if (bands !== undefined) return { key: bandSql(dimension, bandValue(column.sql, column.field, context)) };
  if (kindOfValue(column.field) === 'references') return manyKeys(dimension, column);
  if (level !== undefined) {
    const nodes = sql.ref(levelTable(dimension));
    return {
      key: sql`${nodes}.top::text`,
      join: sql`left join ${sql.table(levelTable(dimension))} on ${nodes}.id = ${column.sql}`,
    };
  }
  return { key: sql`${column.sql}::text` };
}

/** The rows a list of references leads to, each once; of a tree their ancestors at the level, each once. */
function manyKeys(dimension: DatasetDimension, { sql: ids }: Pick<PlannedColumn, 'sql'>): KeySql {
  const member = sql.ref(`member_of_${toColumn(dimension.key)}`);
  const nodes = sql.ref(levelTable(dimension));
  const members =
    dimension.level === undefined
      ? sql`select distinct unnest(${ids}) as id`
      : sql`select distinct ${nodes}.top as id from ${sql.table(levelTable(dimension))}
          where ${nodes}.id = any(${ids})`;
  return { key: sql`${member}.id::text`, join: sql`left join lateral (${members}) as ${member} on true`, isMany: true };
}

/** Rows within a period, cut in Asia/Shanghai. */
export function withinPeriod(plan: SelectPlan, path: string, period: DatasetPeriod): RawBuilder<unknown> {
  const { sql: time, field } = openColumn(plan, path);
  if (kindOfValue(field) === 'day') return sql`${time} between ${period.startDate}::date and ${period.endDate}::date`;
  const { from, to } = spanOfDays(period.startDate, period.endDate);
  return sql`(${time} >= ${from}::timestamptz and ${time} < ${to}::timestamptz)`;
}

function localTime(time: RawBuilder<unknown>, field: EntityField): RawBuilder<unknown> {
  return kindOfValue(field) === 'day' ? sql`(${time})::timestamp` : sql`(${time} at time zone 'Asia/Shanghai')`;
}

/** The bucket a time lies in, as text. */
export function timeKey(
  bucket: TimeBucket,
  { sql: time, field }: Pick<PlannedColumn, 'sql' | 'field'>,
): RawBuilder<unknown> {
  return bucketSql(bucket, localTime(time, field));
}

function bucketSql(bucket: TimeBucket, local: RawBuilder<unknown>): RawBuilder<unknown> {
  if (bucket === 'week') return sql`to_char(date_trunc('week', ${local}), 'YYYY-MM-DD')`;
  return sql`to_char(${local}, ${sql.lit(keyPatterns[bucket])})`;
}

/** A number as it is; a day as the years since then. */
function bandValue(value: RawBuilder<unknown>, field: EntityField, context: CallContext): RawBuilder<unknown> {
  return kindOfValue(field) === 'day' ? sql`extract(year from age(${dayOf(context.now)}::date, ${value}))` : value;
}

function bandSql({ bands = [] }: DatasetDimension, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = bands.map((band) => {
    const bounds = [
      ...(band.from === undefined ? [] : [sql`${value} >= ${band.from}`]),
      ...(band.to === undefined ? [] : [sql`${value} < ${band.to}`]),
    ];
    const inside = bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
    return sql`when ${inside} then ${sql.lit(band.key)}`;
  });
  return sql`(case when ${value} is null then '' ${sql.join(cases, sql` `)} else ${sql.lit(otherBand)} end)`;
}

function levelTable(dimension: DatasetDimension): string {
  return `level_of_${toColumn(dimension.key)}`;
}

/** The nodes of the tree that a dimension rolls up, each with its ancestor at that level, as a common table. */
export function levelNodes(
  dimension: DatasetDimension,
  dataset: DatasetDocument,
  context: CallContext,
): RawBuilder<unknown> | undefined {
  const { level } = dimension;
  const target = level === undefined ? undefined : targetOf(dimension, dataset, context);
  if (level === undefined || target === undefined) return undefined;
  const { tree, name } = documentOf(context.documents, target);
  if (tree === undefined) throw refuse('E_SERVER', { got: target });
  const parent = sql.ref(`node.${toColumn(tree.parent)}`);
  const below = sql.table(levelTable(dimension));
  return sql`${below} (id, depth, top) as (
    select node.id, 1, node.id from ${sql.table(name)} as node where ${parent} is null
    union all
    select node.id, above.depth + 1, case when above.depth < ${sql.lit(level)} then node.id else above.top end
    from ${sql.table(name)} as node join ${below} as above on ${parent} = above.id
    where above.depth < ${sql.lit(maxLevels)})`;
}

/** The entity whose rows a dimension's keys are; undefined where they are plain values. */
export function targetOf(
  dimension: DatasetDimension,
  dataset: DatasetDocument,
  context: CallContext,
): string | undefined {
  return fieldOf(dimension, dataset, context)?.ref;
}

/** The field a dimension groups by, in the first source that has it. */
export function fieldOf(
  dimension: DatasetDimension,
  dataset: DatasetDocument,
  { documents }: Pick<CallContext, 'documents'>,
): EntityField | undefined {
  for (const source of sourcesOf(dataset)) {
    const path = pathInSource(dimension, source);
    const start = documents.entities.get(source.entity);
    if (path !== null && start !== undefined) return resolvePath(documents.entities, start, path)?.field;
  }
  return undefined;
}
