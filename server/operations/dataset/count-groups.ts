import { type RawBuilder, sql } from 'kysely';
import { isGranted } from '../../../engine/model/access/index.ts';
import type { RowsOfDataset } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { parseExpression } from '../../../engine/model/expression/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import type { DatasetPeriod } from '../../../engine/model/wire/index.ts';
import { quote } from '../../db/spec/names.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import { invalidInput } from '../../kernel/errors/invalid-input.ts';
import { type CallContext, modelOf } from '../../kernel/operation/context.ts';
import { every } from '../../records/plan/conditions.ts';
import { SelectPlan } from '../../records/plan/select-plan.ts';
import { compileFor } from '../../records/policy/row-policy.ts';
import { rowsWanted } from '../../records/where/rows-wanted.ts';
import { datasetText } from '../../texts/dataset-text.ts';
import { creditSql } from './credit-sql.ts';
import { type KeySql, keySql, levelNodes, withinPeriod } from './dimension-sql.ts';
import { filterSql } from './filter-sql.ts';
import { type Leading, orderedBy, orderSql } from './leading.ts';
import type { Asked } from './read-request.ts';
import { openColumn, pathOf, type Strand } from './strands.ts';

/** Most groups of one answer, empty ones included. */
export const maxGroups = 20_000;

/** One group as the database counted it. */
export type CountedGroup = {
  readonly strand: number;
  /** Which of the periods. */
  readonly span: number;
  /** Which dimensions are left out, one bit each, the first the highest: all of them in the total. */
  readonly level: number;
  readonly keys: readonly (string | null)[];
  /** In the order of the strand's measures. */
  readonly figures: readonly (number | null)[];
};

/** Counts every strand over every period in one statement, so that all figures are of one moment; undefined where there are too many groups. */
export async function countGroups(
  dataset: DatasetDocument,
  asked: Asked,
  strands: readonly Strand[],
  spans: readonly (DatasetPeriod | undefined)[],
  context: CallContext,
): Promise<readonly CountedGroup[] | undefined> {
  await askConditions(dataset, asked, context);
  const selects = await Promise.all(
    strands.flatMap((strand, place) =>
      strand.coverage === 'nothing'
        ? []
        : spans.map(async (period, span) => {
            const parts = await strandSql(strand, asked, period, context);
            return parts.map(
              (one) => sql`select ${sql.lit(place)}::int as strand, ${sql.lit(span)}::int as span, ${one}`,
            );
          }),
    ),
  ).then((each) => each.flat());
  return counted(selects, dataset, asked, context);
}

/** Counts what an answer begins with, and the total: every group is looked at by the database alone. */
export async function countLeaders(
  leading: Leading,
  asked: Asked,
  period: DatasetPeriod | undefined,
  context: CallContext,
): Promise<readonly CountedGroup[] | undefined> {
  await askConditions(leading.dataset, asked, context);
  const each = await Promise.all(
    leading.strands.map((strand) =>
      strand.coverage === 'nothing' ? undefined : leadersSql(leading, strand, asked, period, context),
    ),
  );
  const selects = each.flatMap((count, place) => {
    if (count === undefined) return [];
    const parts = leading.strands[place]?.coverage === 'groups' ? [count.groups, count.total] : [count.total];
    return parts.map((part) => sql`select ${sql.lit(place)}::int as strand, 0::int as span, ${part}`);
  });
  const leaders = each[leading.strands.indexOf(leading.strand)]?.leaders;
  return counted(selects, leading.dataset, asked, context, leaders);
}

/** Whether a dimension may have more groups than one answer: the rows it leads to are more, or nobody has counted them yet. */
export async function mayHaveMany(entity: string, { db }: CallContext): Promise<boolean> {
  const { rows } = await sql<{ rows: number }>`select reltuples::float8 as rows from pg_class
    where oid = to_regclass(${`public.${quote(entity)}`})`.execute(db);
  const known = rows[0]?.rows ?? -1;
  return known < 0 || known > maxGroups;
}

/** Runs the parts as one statement; undefined where they have more groups than one answer may. */
async function counted(
  selects: readonly RawBuilder<unknown>[],
  dataset: DatasetDocument,
  asked: Asked,
  context: CallContext,
  leaders?: RawBuilder<unknown>,
): Promise<readonly CountedGroup[] | undefined> {
  if (selects.length === 0) return [];
  const nodes = asked.dimensions.flatMap((dimension) => levelNodes(dimension, dataset, context) ?? []);
  const named = leaders === undefined ? nodes : [...nodes, sql`leaders as materialized (${leaders})`];
  const tables = named.length === 0 ? sql`` : sql`with recursive ${sql.join(named)}`;
  const { rows } = await sql<CountedGroup>`${tables} select * from (${sql.join(selects, sql` union all `)}) as counted
    limit ${maxGroups + 1}`.execute(context.db);
  return rows.length > maxGroups ? undefined : rows;
}

/**
 * Asks for the rows of the conditions once, whatever is counted of them: a whole value of a masked field among them is a
 * lookup. Whoever may not list the rows cannot find them out by counting, either.
 */
async function askConditions({ entity }: DatasetDocument, { where }: Asked, context: CallContext): Promise<void> {
  if (where === undefined) return;
  const permission = `${entity}:query`;
  if (!isGranted(context.caller.grants, permission)) throw refuse('E_NO_PERMISSION', { expected: permission });
  await rowsWanted(where, new SelectPlan(context, modelOf(context.documents, entity)), context);
}

/** A refusal that says what to do: figures of only some groups would look like all of them. */
export function tooManyGroups() {
  const told = {
    title: formatMessage(datasetText('dataset.groups')),
    got: formatMessage(datasetText('dataset.groups.more')),
  };
  const expected = expectation(datasetText('dataset.groups.most', { most: maxGroups }));
  return invalidInput([{ code: 'E_INPUT_RANGE', pointer: '/dimensions', ...told, ...expected }]);
}

/** What follows the number of the strand and the period, of each statement that counts a part of it. */
async function strandSql(
  { source, measures, coverage }: Strand,
  asked: Asked,
  period: DatasetPeriod | undefined,
  context: CallContext,
): Promise<readonly RawBuilder<unknown>[]> {
  const plan = new SelectPlan(context, modelOf(context.documents, source.entity));
  const conditions = await conditionsOf(source, asked, period, plan, context);
  const keys =
    coverage === 'groups' ? asked.dimensions.map((dimension) => keySql(dimension, source, plan, context)) : [];
  const columns = await Promise.all(measures.map((measure, index) => measureColumns(measure, index, plan, context)));
  const figures = sql`array[${sql.join(measures.map(aggregateSql))}]::float8[] as figures`;
  const base = (of: readonly KeySql[], named: readonly RawBuilder<unknown>[]) => {
    const joins = of.flatMap((key) => key.join ?? []);
    return sql`from (select ${sql.join([...named, ...columns.flat(), sql`1 as one`])} ${plan.from()}
      ${joins.length === 0 ? sql`` : sql.join(joins, sql` `)} where ${every(conditions)}) as base`;
  };
  const named = keyColumns(keys);
  if (!keys.some(({ isMany }) => isMany))
    return [
      sql`${levelAndKeys(keys.length, asked.dimensions.length)}, ${figures} ${base(keys, named)}
        ${keys.length === 0 ? sql`` : groupingSets(keys.length)}`,
    ];
  // Each set of groups is counted of its own rows: what stands in several groups of one counts once in the others.
  return setsOf(keys.length).map((set) => {
    const part = <Item>(list: readonly Item[]) => list.filter((_, index) => set.includes(index));
    return sql`${levelAndKeysOf(set, keys.length)}, ${figures} ${base(part(keys), part(named))}
      ${set.length === 0 ? sql`` : sql`group by ${sql.join(set.map((index) => ref('k', index)))}`}`;
  });
}

async function conditionsOf(
  source: RowsOfDataset,
  asked: Asked,
  period: DatasetPeriod | undefined,
  plan: SelectPlan,
  context: CallContext,
): Promise<readonly RawBuilder<unknown>[]> {
  return [
    // A strand of other rows is not counted where there are conditions.
    await rowsWanted(asked.where, plan, context, { isAsked: true }),
    ...(source.where === undefined ? [] : [await condition(source.where, plan, context)]),
    ...(source.credit === undefined ? [] : [creditSql(source.credit, plan, context)]),
    ...(period === undefined || source.stock === true ? [] : [withinPeriod(plan, source.time, period)]),
    ...[...asked.filters].map(([filter, values]) => filterSql(filter, values, source, plan, context)),
  ];
}

/** How the first few groups are counted of a strand: which they are, all their figures, and the total. */
type LeadersSql = Readonly<Record<'leaders' | 'groups' | 'total', RawBuilder<unknown>>>;

/**
 * First which groups lead, by nothing but what they are ordered by; then all figures of those few; and the total. Keys
 * stay what they are until then: writing hundreds of thousands of them as text would cost more than counting.
 */
async function leadersSql(
  leading: Leading,
  { source, measures, coverage }: Strand,
  asked: Asked,
  period: DatasetPeriod | undefined,
  context: CallContext,
): Promise<LeadersSql> {
  const { dimension, wanted, isAlways } = leading;
  const plan = new SelectPlan(context, modelOf(context.documents, source.entity));
  const conditions = await conditionsOf(source, asked, period, plan, context);
  const key = coverage === 'groups' ? openColumn(plan, pathOf(dimension, source)).sql : sql`null::uuid`;
  const columns = await Promise.all(measures.map((measure, index) => measureColumns(measure, index, plan, context)));
  const used = orderedBy(leading);
  const ordering = columns.filter((_, index) => measures[index] !== undefined && used.has(measures[index]));
  const figures = sql`array[${sql.join(measures.map(aggregateSql))}]::float8[]`;
  const base = (named: readonly (readonly RawBuilder<unknown>[])[], among?: RawBuilder<unknown>) =>
    sql`(select ${sql.join([sql`${key} as k0`, ...named.flat(), sql`1 as one`])} ${plan.from()}
      where ${every(among === undefined ? conditions : [...conditions, among])}) as base`;
  const known = sql`${key} = any(array(select k0 from leaders where k0 is not null))`;
  const among = isAlways
    ? known
    : sql`(${known} or (${key} is null and exists (select from leaders where k0 is null)))`;
  return {
    leaders: sql`select k0 from ${base(ordering)} group by k0
      order by ${orderSql(leading, aggregateSql)}, k0 limit ${sql.lit(wanted)}`,
    groups: sql`0 as level, array[coalesce(g.k0::text, '')]::text[] as keys, g.figures from (
      select k0, ${figures} as figures from ${base(columns, among)} group by k0) as g`,
    total: sql`${sql.lit(totalLevel(1))}::int as level, array[null]::text[] as keys, ${figures} as figures
      from ${base(columns)}`,
  };
}

/** The sets of dimensions that are counted: all together, each alone, and none. */
function setsOf(count: number): readonly (readonly number[])[] {
  const all = Array.from({ length: count }, (_, index) => index);
  return [all, ...(count > 1 ? all.map((index) => [index]) : []), []];
}

/** The level of one set, and its keys in the places of all. */
function levelAndKeysOf(set: readonly number[], count: number): RawBuilder<unknown> {
  const left = Array.from({ length: count }, (_, index) => index).filter((index) => !set.includes(index));
  const level = left.reduce((sum, index) => sum + 2 ** (count - 1 - index), 0);
  const keys = Array.from({ length: count }, (_, index) => (set.includes(index) ? ref('k', index) : sql`null`));
  return sql`${sql.lit(level)}::int as level, array[${sql.join(keys)}]::text[] as keys`;
}

function keyColumns(keys: readonly KeySql[]): readonly RawBuilder<unknown>[] {
  return keys.map(({ key }, index) => sql`coalesce(${key}, '') as ${sql.ref(`k${index}`)}`);
}

function levelAndKeys(count: number, wanted: number): RawBuilder<unknown> {
  if (count === 0) return sql`${sql.lit(totalLevel(wanted))}::int as level, array[]::text[] as keys`;
  const keys = sql.join(Array.from({ length: count }, (_, index) => sql.ref(`k${index}`)));
  return sql`grouping(${keys}) as level, array[${keys}]::text[] as keys`;
}

/** The level of the total of so many dimensions. */
export function totalLevel(count: number): number {
  return 2 ** count - 1;
}

/** The level at which one of so many dimensions stands alone. */
export function levelOfOne(index: number, count: number): number {
  return totalLevel(count) - 2 ** (count - 1 - index);
}

/** All dimensions together, each alone, and none. */
function groupingSets(count: number): RawBuilder<unknown> {
  const sets = setsOf(count).map((set) =>
    set.length === 0 ? sql`()` : sql`(${sql.join(set.map((k) => ref('k', k)))})`,
  );
  return sql`group by grouping sets (${sql.join(sets)})`;
}

async function measureColumns(
  measure: DatasetMeasure,
  index: number,
  plan: SelectPlan,
  context: CallContext,
): Promise<readonly RawBuilder<unknown>[]> {
  const value = measure.field === undefined ? [] : [sql`${openColumn(plan, measure.field).sql} as ${ref('v', index)}`];
  if (measure.where === undefined) return value;
  return [...value, sql`${await condition(measure.where, plan, context)} as ${ref('f', index)}`];
}

function aggregateSql(measure: DatasetMeasure, index: number): RawBuilder<unknown> {
  const only = measure.where === undefined ? sql`` : sql` filter (where ${ref('f', index)})`;
  const value = ref('v', index);
  switch (measure.aggregate) {
    case 'countDistinct':
      return sql`count(distinct ${value})${only}`;
    case 'sum':
      return sql`coalesce(sum(${value})${only}, 0)`;
    case 'average':
      return sql`avg(${value})${only}`;
    case 'median':
      return sql`percentile_cont(0.5) within group (order by ${value}::float8)${only}`;
    case 'min':
      return sql`min(${value})${only}`;
    case 'max':
      return sql`max(${value})${only}`;
    default:
      return sql`count(*)${only}`;
  }
}

function ref(letter: string, index: number): RawBuilder<unknown> {
  return sql.ref(`${letter}${index}`);
}

/** A condition of the document; what it reads of rolled-up fields is what the caller sees, as in the measures. */
async function condition(source: string, plan: SelectPlan, context: CallContext): Promise<RawBuilder<unknown>> {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw refuse('E_SERVER', { got: source });
  return compileFor(outcome.expression, plan, context, (path) => plan.column(path));
}
