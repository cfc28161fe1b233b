import { type RawBuilder, sql } from 'kysely';
import {
  type DatasetAnswer,
  type DatasetDimension,
  type DatasetDocument,
  type DatasetMeasure,
  parseExpression,
} from '../../engine/model/index.ts';
import { refuse } from '../http/app-error.ts';
import { type CallContext, modelOf } from './context.ts';
import { dayOf, spanOf, spanOfDays } from './periods.ts';
import { compileFor, rowScope } from './scope.ts';
import { every, SelectPlan } from './select-plan.ts';

const longestDays = 366;
const mostGroups = 1000;
const dayMs = 86_400_000;

type Body = Readonly<Record<string, unknown>>;
type Period = { readonly startDate: string; readonly endDate: string };

/** Figures of a dataset over the rows within reach, in total and, when asked, along one dimension. */
export async function queryDataset(dataset: DatasetDocument, body: Body, context: CallContext): Promise<DatasetAnswer> {
  const period = periodOf(body, context.now);
  const dimension = dimensionOf(dataset, body.dimension);
  const total = await aggregate(dataset, undefined, period, context);
  const groups = dimension === undefined ? [] : await aggregate(dataset, dimension, period, context);
  const measured = (row: Body | undefined) =>
    Object.fromEntries(dataset.measures.map((measure) => [measure.key, numberOf(row?.[measure.key], measure)]));
  const buckets =
    dimension === undefined ? [] : bucketsOf(dimension, groups, period, namesOf(dataset, dimension, context));
  const rows = buckets.map((bucket) => ({ key: bucket.key, name: bucket.name, ...measured(bucket.row) }));
  return {
    dimensions: rows.map(({ key, name }) => ({ key, name })),
    series: dataset.measures.map((measure) => ({
      key: measure.key,
      name: measure.title,
      unit: measure.unit ?? 'count',
      data: buckets.map((bucket) => numberOf(bucket.row?.[measure.key], measure)),
    })),
    rows,
    total: measured(total[0]),
  };
}

function numberOf(value: unknown, measure: DatasetMeasure): number | null {
  if (value === null || value === undefined) return measure.aggregate === 'average' ? null : 0;
  return Number(value);
}

function periodOf(body: Body, now: string): Period {
  const month = spanOf('thisMonth', now);
  const startDate = dayIn(body.startDate, '/startDate') ?? dayOf(month.from ?? now);
  const endDate = dayIn(body.endDate, '/endDate') ?? dayOf(now);
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  if (days < 1 || days > longestDays)
    throw bad('/endDate', `不早于开始日期，且不超过 ${longestDays} 天`, `${startDate} 到 ${endDate}`);
  return { startDate, endDate };
}

function dayIn(value: unknown, at: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && Number.isFinite(Date.parse(value))) return value;
  throw bad(at, 'YYYY-MM-DD', String(value));
}

function bad(pointer: string, expected: string, got: string) {
  return refuse(
    'E_INPUT_INVALID',
    {},
    { faults: [{ code: 'E_INPUT_TYPE', pointer, title: '期间', expected, got: got.slice(0, 60) }] },
  );
}

function dimensionOf(dataset: DatasetDocument, key: unknown): DatasetDimension | undefined {
  if (key === undefined || key === null) return undefined;
  const found = (dataset.dimensions ?? []).find((dimension) => dimension.key === key);
  if (found === undefined)
    throw bad('/dimension', (dataset.dimensions ?? []).map((dimension) => dimension.key).join('、'), String(key));
  return found;
}

async function aggregate(
  dataset: DatasetDocument,
  dimension: DatasetDimension | undefined,
  period: Period,
  context: CallContext,
): Promise<readonly Body[]> {
  const plan = new SelectPlan(context, modelOf(context.documents, dataset.entity));
  const scope = await rowScope(plan, context);
  const where = await condition(dataset.where, plan, context);
  const measures = await Promise.all(dataset.measures.map((measure) => measureSql(measure, plan, context)));
  const time = columnOf(plan, dataset.time);
  const span = spanOfDays(period.startDate, period.endDate);
  const inPeriod = sql`${time} >= ${span.from}::timestamptz and ${time} < ${span.to}::timestamptz`;
  const group = dimension === undefined ? undefined : dimensionSql(dimension, plan);
  const columns = group === undefined ? sql.join(measures) : sql`${group} as "key", ${sql.join(measures)}`;
  const grouping = group === undefined ? sql`` : sql`group by 1 order by 1 limit ${mostGroups}`;
  const result =
    await sql<Body>`select ${columns} ${plan.from()} where ${every([scope, where, inPeriod])} ${grouping}`.execute(
      context.db,
    );
  return result.rows;
}

async function condition(
  source: string | undefined,
  plan: SelectPlan,
  context: CallContext,
): Promise<RawBuilder<unknown>> {
  if (source === undefined) return sql`true`;
  const outcome = parseExpression(source);
  if (!outcome.ok) throw refuse('E_SERVER', { got: source });
  return compileFor(outcome.expression, plan, context);
}

async function measureSql(
  measure: DatasetMeasure,
  plan: SelectPlan,
  context: CallContext,
): Promise<RawBuilder<unknown>> {
  const filter =
    measure.where === undefined ? sql`` : sql` filter (where ${await condition(measure.where, plan, context)})`;
  const column = measure.field === undefined ? sql`*` : columnOf(plan, measure.field);
  return sql`${functions[measure.aggregate](column, filter)} as ${sql.ref(measure.key)}`;
}

const functions: Readonly<
  Record<DatasetMeasure['aggregate'], (column: RawBuilder<unknown>, filter: RawBuilder<unknown>) => RawBuilder<unknown>>
> = {
  count: (_, filter) => sql`count(*)${filter}`,
  countDistinct: (column, filter) => sql`count(distinct ${column})${filter}`,
  sum: (column, filter) => sql`coalesce(sum(${column})${filter}, 0)`,
  average: (column, filter) => sql`avg(${column})${filter}`,
};

function columnOf(plan: SelectPlan, path: string): RawBuilder<unknown> {
  const column = plan.column(path);
  if (column === undefined) throw refuse('E_SERVER', { got: path });
  return column.sql;
}

/** Time is cut in Asia/Shanghai; the group's key is text either way. */
function dimensionSql(dimension: DatasetDimension, plan: SelectPlan): RawBuilder<unknown> {
  const column = columnOf(plan, dimension.field);
  const local = sql`(${column} at time zone 'Asia/Shanghai')`;
  switch (dimension.bucket) {
    case 'hour':
      return sql`to_char(${local}, 'HH24')`;
    case 'day':
      return sql`to_char(${local}, 'YYYY-MM-DD')`;
    case 'week':
      return sql`to_char(date_trunc('week', ${local}), 'YYYY-MM-DD')`;
    case 'month':
      return sql`to_char(${local}, 'YYYY-MM')`;
    default:
      return sql`${column}::text`;
  }
}

type Bucket = { readonly key: string; readonly name: string; readonly row: Body | undefined };

/** Groups with their names; along time every bucket of the period is there, empty ones too. */
function bucketsOf(
  dimension: DatasetDimension,
  rows: readonly Body[],
  period: Period,
  names: ReadonlyMap<string, string>,
): readonly Bucket[] {
  const byKey = new Map(rows.map((row) => [String(row.key ?? ''), row]));
  if (dimension.bucket === undefined) {
    return [...byKey].map(([key, row]) => ({ key, name: key === '' ? '未填写' : (names.get(key) ?? key), row }));
  }
  return timeKeys(dimension.bucket, period).map((key) => ({ key, name: key, row: byKey.get(key) }));
}

/** Titles of the values a dimension takes, where its field has a dictionary. */
function namesOf(
  dataset: DatasetDocument,
  dimension: DatasetDimension,
  context: CallContext,
): ReadonlyMap<string, string> {
  const field = new SelectPlan(context, modelOf(context.documents, dataset.entity)).column(dimension.field)?.field;
  const dictionary = context.documents.dictionaries.get(field?.dictionary ?? '');
  return new Map((dictionary?.values ?? []).map((value) => [value.key, value.title]));
}

function timeKeys(bucket: NonNullable<DatasetDimension['bucket']>, period: Period): readonly string[] {
  if (bucket === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const keys = new Set<string>();
  for (let time = Date.parse(period.startDate); time <= Date.parse(period.endDate); time += dayMs) {
    const day = new Date(time);
    const weekday = (day.getUTCDay() + 6) % 7;
    const iso = (moment: number) => new Date(moment).toISOString();
    if (bucket === 'day') keys.add(iso(time).slice(0, 10));
    if (bucket === 'week') keys.add(iso(time - weekday * dayMs).slice(0, 10));
    if (bucket === 'month') keys.add(iso(time).slice(0, 7));
  }
  return [...keys];
}
