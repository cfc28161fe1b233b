import {
  type AnalysisAsk,
  type AnalysisChart,
  analysisCharts,
  analysisLimits,
  chartShapes,
  leastPlaces,
  shownMeasures,
} from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument } from '../../../engine/model/documents/index.ts';
import type { AnalysisText } from './use-analysis-text.ts';

/** The charts a dataset can be drawn as: what there is now is a number alone. */
export function chartsFor(dataset: DatasetDocument): readonly AnalysisChart[] {
  const count = dataset.stock === true ? 0 : (dataset.dimensions ?? []).length;
  return analysisCharts.filter((chart) => chartShapes[chart].dimensions[0] <= count);
}

/** The first question to a dataset: its first measure, along its first dimension where it has one. */
export function firstAsk(dataset: DatasetDocument): AnalysisAsk {
  const measure = shownMeasures(dataset)[0]?.key;
  const dimension = dataset.stock === true ? undefined : dataset.dimensions?.[0]?.key;
  return {
    dataset: dataset.name,
    chart: dimension === undefined ? 'figure' : 'bar',
    measures: measure === undefined ? [] : [measure],
    dimensions: dimension === undefined ? [] : [dimension],
    ...(dataset.stock === true ? {} : { period: dataset.period ?? 'thisMonth' }),
  };
}

/** The same question drawn as another chart: what that has no room for goes, what it needs is put in. */
export function withChart(ask: AnalysisAsk, chart: AnalysisChart, dataset: DatasetDocument): AnalysisAsk {
  const shape = chartShapes[chart];
  const [least, most] = shape.dimensions;
  const { compare, sort, top, ...kept } = ask;
  const free = (dataset.dimensions ?? []).map(({ key }) => key).filter((key) => !ask.dimensions.includes(key));
  const dimensions = [...ask.dimensions, ...free.slice(0, Math.max(0, least - ask.dimensions.length))].slice(0, most);
  return {
    ...kept,
    chart,
    measures: ask.measures.slice(0, shape.measures),
    dimensions,
    ...(compare !== undefined && shape.hasCompare ? { compare } : {}),
    ...(top !== undefined && shape.hasTop ? { top: chart === 'ranking' ? Math.max(top, leastPlaces) : top } : {}),
    ...(sort !== undefined && chart === 'table' ? sortedBy(sort, { ...ask, dimensions }) : {}),
  };
}

/** Other measures or dimensions: an order by what is no longer asked goes. */
export function withNames(
  ask: AnalysisAsk,
  change: Partial<Pick<AnalysisAsk, 'measures' | 'dimensions'>>,
): AnalysisAsk {
  const { sort, ...kept } = { ...ask, ...change };
  return { ...kept, ...(sort === undefined ? {} : sortedBy(sort, kept)) };
}

function sortedBy(
  sort: readonly string[],
  { measures, dimensions }: Pick<AnalysisAsk, 'measures' | 'dimensions'>,
): Pick<AnalysisAsk, 'sort'> {
  const left = sort.filter((key) => [...measures, ...dimensions].includes(key.replace(/^-/, '')));
  return left.length === 0 ? {} : { sort: left };
}

/** The question without what is chosen empty. */
export function withOptional<Key extends 'compare' | 'top' | 'sort' | 'period' | 'filters'>(
  ask: AnalysisAsk,
  key: Key,
  value: AnalysisAsk[Key] | undefined,
): AnalysisAsk {
  const { [key]: _, ...others } = ask;
  const left: AnalysisAsk = {
    ...others,
    dataset: ask.dataset,
    chart: ask.chart,
    measures: ask.measures,
    dimensions: ask.dimensions,
  };
  return value === undefined ? left : { ...left, [key]: value };
}

/** What still has to be chosen before there is anything to draw; undefined where nothing. */
export function stillMissing(ask: AnalysisAsk, t: AnalysisText): string | undefined {
  const [least] = chartShapes[ask.chart].dimensions;
  if (ask.measures.length === 0) return t('measures.needed');
  if (ask.dimensions.length < least) return t('dimensions.needed', { count: least });
  return undefined;
}

/** The name of a copy, within what a name may hold. */
export function copyName(name: string, taken: ReadonlySet<string>, t: AnalysisText): string {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? t('copy') : t('copy.more', { count: n });
    const copy = `${name.slice(0, 40 - end.length)}${end}`;
    if (!taken.has(copy)) return copy;
  }
}

/** How many first ones are offered. */
export const maxTop = analysisLimits.top;
