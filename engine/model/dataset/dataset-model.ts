import { pathsRead } from '../expression/dependencies.ts';
import { parseExpression } from '../expression/parse.ts';
import type {
  DatasetCredit,
  DatasetDimension,
  DatasetDocument,
  DatasetFilter,
  DatasetMeasure,
} from '../generated/documents.ts';

/** Where a dataset's rows come from: its own entity or one of its further sources. */
export type RowsOfDataset = {
  readonly key: string;
  readonly entity: string;
  readonly time: string;
  readonly where?: string;
  readonly credit?: DatasetCredit;
  /** Set where the rows are those there are now, whatever the period. */
  readonly stock?: true;
};

/** Key of the dataset's own entity among the sources. */
export const mainSource = 'main';

/** All sources of a dataset, its own entity first. */
export function sourcesOf(dataset: DatasetDocument): readonly RowsOfDataset[] {
  const { entity, time, where, credit } = dataset;
  const further = { ...(where === undefined ? {} : { where }), ...(credit === undefined ? {} : { credit }) };
  return [{ key: mainSource, entity, time, ...further }, ...(dataset.sources ?? [])];
}

/** The path of a dimension or filter in a source; null where the source has no such thing. */
export function pathInSource(
  item: Pick<DatasetDimension | DatasetFilter, 'field' | 'fields'>,
  source: Pick<RowsOfDataset, 'key' | 'time'>,
): string | null {
  const own = item.fields?.[source.key];
  return own === undefined ? (item.field ?? source.time) : own;
}

/** How a measure is worked out; undefined where the document says none or several. */
export function kindOfMeasure(measure: DatasetMeasure): MeasureKind | undefined {
  const said = measureKinds.filter((kind) => measure[kind] !== undefined);
  return said.length === 1 ? said[0] : undefined;
}

const measureKinds = ['aggregate', 'ratio', 'compute', 'share', 'cumulative', 'rank'] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** Keys of the measures another one is made of. */
export function measuresRead(measure: DatasetMeasure): readonly string[] {
  const { ratio, share, cumulative, rank, compute } = measure;
  const named = [ratio?.of, ratio?.to, share, cumulative, rank?.by, ...(rank?.next ?? [])];
  const parsed = compute === undefined ? undefined : parseExpression(compute);
  const computed = parsed?.ok === true ? pathsRead(parsed.expression, 'row') : [];
  return [...named.flatMap((key) => key ?? []), ...computed];
}

/** The measures with all they are made of, each after those; undefined where they are made of themselves. */
export function inOrder(
  wanted: readonly DatasetMeasure[],
  dataset: DatasetDocument,
): readonly DatasetMeasure[] | undefined {
  const known = new Map(dataset.measures.map((measure) => [measure.key, measure]));
  const done = new Set<DatasetMeasure>();
  const open = new Set<DatasetMeasure>();
  const visit = (measure: DatasetMeasure): boolean => {
    if (done.has(measure)) return true;
    if (open.has(measure)) return false;
    open.add(measure);
    const isFine = measuresRead(measure).every((key) => {
      const read = known.get(key);
      return read === undefined || visit(read);
    });
    done.add(measure);
    return isFine;
  };
  return wanted.every(visit) ? [...done] : undefined;
}

/** The rows a figure was worked out from: of one source, cut by `time`, and all `where` must hold. */
export type RowsBehind = {
  readonly source: RowsOfDataset;
  readonly where: readonly string[];
  /** The path that had to have a value. */
  readonly field?: string;
};

/**
 * The rows behind a measure's figures; undefined where it has none of its own: a ratio is of two numbers, several rows
 * make one of `countDistinct`, a place is among others, a running sum begins elsewhere.
 */
export function rowsBehind(key: string, dataset: DatasetDocument): RowsBehind | undefined {
  const seen = new Set<string>();
  let measure = dataset.measures.find((known) => known.key === key);
  // A part of a sum, or what is worked out from one number alone, stands on the rows of that number.
  while (measure !== undefined && measure.aggregate === undefined && !seen.has(measure.key)) {
    seen.add(measure.key);
    const read: ReadonlySet<string> = new Set(measuresRead(measure));
    const isOfOne = (measure.share !== undefined || measure.compute !== undefined) && read.size === 1;
    measure = isOfOne ? dataset.measures.find((known) => read.has(known.key)) : undefined;
  }
  if (measure?.aggregate === undefined || measure.aggregate === 'countDistinct') return undefined;
  const { aggregate, field } = measure;
  const source = sourcesOf(dataset).find((known) => known.key === (measure.source ?? mainSource));
  // A list would be cut by the period; how many there are now is not.
  if (source === undefined || source.stock === true) return undefined;
  const isOfFilled = aggregate !== 'count' && aggregate !== 'sum' && field !== undefined;
  return {
    source: { ...source, time: measure.time ?? source.time },
    where: [source.where, measure.where].flatMap((one) => one ?? []),
    ...(isOfFilled ? { field } : {}),
  };
}

/** The unit of a measure's figures. */
export function unitOfMeasure(measure: DatasetMeasure, dataset: DatasetDocument): string {
  if (measure.unit !== undefined) return measure.unit;
  if (measure.ratio !== undefined || measure.share !== undefined) return 'percent';
  const summed = dataset.measures.find((other) => other.key === measure.cumulative);
  return summed === undefined || summed === measure ? 'count' : unitOfMeasure(summed, dataset);
}

/** Where the values of a filter are found: in every source that has it, its entity and the path there. */
export function filterPaths(dataset: DatasetDocument, key: string): readonly (readonly [string, string])[] {
  const filter = (dataset.filters ?? []).find((known) => known.key === key);
  if (filter === undefined) return [];
  return sourcesOf(dataset).flatMap((source) => {
    const path = pathInSource(filter, source);
    return path === null ? [] : [[source.entity, path] as const];
  });
}
