import { type RawBuilder, sql } from 'kysely';
import { inOrder, pathInSource } from '../../../engine/model/dataset/index.ts';
import type { DatasetDimension, DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { parseExpression } from '../../../engine/model/expression/index.ts';
import type { DatasetPeriod } from '../../../engine/model/wire/index.ts';
import { valueSql } from '../../db/expression/expression-sql.ts';
import { rebased } from '../../db/expression/rebased.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { fieldOf } from './dimension-sql.ts';
import type { Asked, SortedBy } from './read-request.ts';
import type { Strand } from './strands.ts';

/** The groups an answer begins with, in an order that the database can tell. */
export type Leading = {
  readonly dimension: DatasetDimension;
  /** The rows whose figures tell the order. */
  readonly strand: Strand;
  /** All that is counted of the groups that lead, the one above among them. */
  readonly strands: readonly Strand[];
  /** How many: one more than the answer has, which says that there are others. */
  readonly wanted: number;
  /** Measures to order by, none of them a place. */
  readonly order: readonly SortedBy[];
  readonly dataset: DatasetDocument;
  /** The entity whose rows the groups are, and whether each counted row has one. */
  readonly entity: string;
  readonly isAlways: boolean;
};

/** What is asked, and of what it is made. */
export type AskedOf = {
  readonly dataset: DatasetDocument;
  readonly asked: Asked;
  readonly measures: readonly DatasetMeasure[];
  readonly strands: readonly Strand[];
  readonly spans: readonly (DatasetPeriod | undefined)[];
};

/**
 * What an answer begins with, where it can be found without all groups: the first few of one reference, in one period,
 * in the order of figures of rows of one kind. A place is known of what comes first in its own order only.
 */
export function leadingOf(
  { dataset, asked, measures, strands, spans }: AskedOf,
  context: CallContext,
): Leading | undefined {
  const [dimension, ...others] = asked.dimensions;
  if (dimension === undefined || asked.top === undefined || others.length > 0 || spans.length > 1) return undefined;
  const order = orderOf(dataset, asked);
  const strand = order === undefined ? undefined : strandOfOrder(order, strands, dataset);
  if (strand?.coverage !== 'groups') return undefined;
  const isTold = measures.every((measure) => isToldOfLeaders(measure, asked.sort[0]));
  const field = rowsMeant(dimension, dataset, context);
  const path = pathInSource(dimension, strand.source);
  if (order === undefined || !isTold || path === null || field?.ref === undefined) return undefined;
  const isAlways = field.required === true && !path.includes('.');
  return { dimension, strand, strands, wanted: asked.top + 1, order, dataset, entity: field.ref, isAlways };
}

/** The one strand that all figures of an order are counted in; undefined where they are of several. */
function strandOfOrder(
  order: readonly SortedBy[],
  strands: readonly Strand[],
  dataset: DatasetDocument,
): Strand | undefined {
  const read = measuresOf(order, dataset);
  const used = strands.filter(({ measures }) => measures.some((measure) => read.has(measure)));
  return used.length === 1 ? used[0] : undefined;
}

/** The measures an order is by, with all they are made of. */
function measuresOf(order: readonly SortedBy[], dataset: DatasetDocument): ReadonlySet<DatasetMeasure> {
  const meant = dataset.measures.filter((measure) => order.some(({ key }) => key === measure.key));
  return new Set(inOrder(meant, dataset));
}

/** The reference a dimension groups by where its groups are single rows of another entity, as many as those are. */
function rowsMeant(dimension: DatasetDimension, dataset: DatasetDocument, context: CallContext) {
  const { bucket, bands, level } = dimension;
  if (bucket !== undefined || bands !== undefined || level !== undefined) return undefined;
  const field = fieldOf(dimension, dataset, context);
  return field?.type === 'ref' ? field : undefined;
}

function isToldOfLeaders({ key, cumulative, rank }: DatasetMeasure, first: SortedBy | undefined): boolean {
  return cumulative === undefined && (rank === undefined || (first?.key === key && !first.descending));
}

/** The figures to order by: of a place those it is given by; where nothing is said, more of the first measure come first. */
function orderOf(dataset: DatasetDocument, { sort, measures }: Asked): readonly SortedBy[] | undefined {
  const [first] = measures;
  const natural = first === undefined ? [] : [{ key: first.key, descending: true }];
  const wanted = (sort.length > 0 ? sort : natural).flatMap(({ key, descending }): readonly SortedBy[] => {
    const rank = dataset.measures.find((measure) => measure.key === key)?.rank;
    if (rank === undefined) return [{ key, descending }];
    return [rank.by, ...(rank.next ?? [])].map((by) => ({ key: by, descending: !descending }));
  });
  const isFigure = ({ key }: SortedBy) =>
    dataset.measures.some((one) => one.key === key && one.rank === undefined && one.cumulative === undefined);
  return wanted.length > 0 && wanted.every(isFigure) ? wanted : undefined;
}

/** The SQL of an aggregate of the strand, by its place among the strand's measures. */
export type AggregateOf = (measure: DatasetMeasure, index: number) => RawBuilder<unknown>;

/** `order by …` over the aggregates of groups; what has no figure comes last. */
export function orderSql({ order, strand, dataset }: Leading, aggregateOf: AggregateOf): RawBuilder<unknown> {
  const figure = (key: string): RawBuilder<unknown> => {
    const index = strand.measures.findIndex((measure) => measure.key === key);
    const own = strand.measures[index];
    if (own !== undefined) return aggregateOf(own, index);
    const made = dataset.measures.find((measure) => measure.key === key);
    return made === undefined ? sql`null::float8` : derivedSql(made, figure);
  };
  return sql.join(
    order.map(({ key, descending }) => sql`${figure(key)} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`),
  );
}

/** A measure made of others. A part of the total stands in the order of what it is a part of. */
function derivedSql(
  { ratio, share, compute }: DatasetMeasure,
  figure: (key: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (ratio !== undefined) return sql`(${figure(ratio.of)})::float8 / nullif((${figure(ratio.to)})::float8, 0)`;
  if (share !== undefined) return figure(share);
  const parsed = compute === undefined ? undefined : parseExpression(compute);
  if (parsed?.ok !== true) return sql`null::float8`;
  const column = (path: readonly string[]) => ({
    sql: sql`(${figure(path.join('.'))})::numeric`,
    field: { key: path.join('.'), type: 'decimal' as const },
  });
  return valueSql(rebased(parsed.expression, { row: 'record' }), { column }, 'number');
}

/** The measures of a strand that an order is told by. */
export function orderedBy({ order, strand, dataset }: Leading): ReadonlySet<DatasetMeasure> {
  const read = measuresOf(order, dataset);
  return new Set(strand.measures.filter((measure) => read.has(measure)));
}
