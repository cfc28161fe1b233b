import type { ChartCard, DatasetDocument, FigureCard, RankingCard, TableCard } from '../generated/documents.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import type { AnalysisAsk } from './analysis.ts';
import { chartShapes } from './check-analysis.ts';

/** An analysis as a card of a dashboard. */
export type AnalysisCard = FigureCard | ChartCard | TableCard | RankingCard;

/** What an analysis can still show: its card, unless nothing is left of it, and what its dataset has no more. */
export type DrawnAnalysis = { readonly card: AnalysisCard | undefined; readonly lacks: readonly string[] };

/** How a card is called, and what it is known by. */
type Named = { readonly key: string; readonly title: string };

/** The card an analysis is drawn as. What its dataset has no more is left out and told; the rest is drawn. */
export function analysisCard(ask: AnalysisAsk, named: Named, dataset: DatasetDocument): DrawnAnalysis {
  const measures = new Set(dataset.measures.map(({ key }) => key));
  const dimensions = new Set((dataset.dimensions ?? []).map(({ key }) => key));
  const filters = new Set((dataset.filters ?? []).map(({ key }) => key));
  const kept: AnalysisAsk = {
    ...ask,
    measures: ask.measures.filter((key) => measures.has(key)),
    dimensions: ask.dimensions.filter((key) => dimensions.has(key)),
    filters: Object.fromEntries(Object.entries(ask.filters ?? {}).filter(([key]) => filters.has(key))),
  };
  const isThere = (key: string) => measures.has(key) || dimensions.has(key);
  const sort = (ask.sort ?? []).filter((key) => isThere(key.replace(/^-/, '')));
  const lacks = [
    ...ask.measures
      .filter((key) => !measures.has(key))
      .map((key) => formatMessage(modelText('model.analysis.measure', { key }))),
    ...ask.dimensions
      .filter((key) => !dimensions.has(key))
      .map((key) => formatMessage(modelText('model.analysis.dimension', { key }))),
    ...Object.keys(ask.filters ?? {})
      .filter((key) => !filters.has(key))
      .map((key) => formatMessage(modelText('model.analysis.filter', { key }))),
  ];
  return { card: cardOf({ ...kept, sort }, named), lacks };
}

function cardOf(ask: AnalysisAsk, named: Named): AnalysisCard | undefined {
  const { chart, measures, dimensions, compare } = ask;
  const [measure, ...others] = measures;
  if (measure === undefined) return undefined;
  const shared = { ...named, dataset: ask.dataset, ...narrowed(ask) };
  const compared = compare !== undefined && chartShapes[chart].hasCompare ? { compare } : {};
  const [dimension] = dimensions;
  // Without what it was parted by there is still the number itself.
  if (chart === 'figure' || dimension === undefined) return { ...shared, ...compared, kind: 'figure', measure };
  const top = ask.top === undefined ? {} : { top: ask.top };
  const all: [string, ...string[]] = [measure, ...others];
  if (chart === 'ranking')
    return {
      ...shared,
      ...top,
      kind: 'ranking',
      dimension,
      measure,
      ...(others.length === 0 ? {} : { measures: others }),
    };
  if (chart === 'table') {
    const { sort = [] } = ask;
    const table = { dimensions: [...dimensions], measures: all, total: true };
    const sorted = sort.length === 0 ? {} : { sort: [...sort] };
    return { ...shared, ...compared, ...top, kind: 'table', ...table, ...sorted };
  }
  return { ...shared, ...compared, ...top, kind: 'chart', measures: all, ...axes(chart, dimension, dimensions[1]) };
}

/** Along what a chart runs; bars are stacked of the parts of a second dimension. */
function axes(
  chart: Exclude<AnalysisAsk['chart'], 'figure' | 'ranking' | 'table'>,
  dimension: string,
  series: string | undefined,
): Pick<ChartCard, 'chart' | 'dimension' | 'series'> {
  if (series !== undefined) return { chart, dimension, series };
  return { chart: chart === 'stackedBar' ? 'bar' : chart, dimension };
}

/** What the card keeps to, whatever the page around it shows. */
function narrowed({ filters = {}, period }: AnalysisAsk): Pick<AnalysisCard, 'filters' | 'period'> {
  const chosen = Object.entries(filters).filter(([, values]) => values.length > 0);
  return {
    ...(chosen.length === 0 ? {} : { filters: Object.fromEntries(chosen.map(([key, values]) => [key, [...values]])) }),
    ...(period === undefined ? {} : { period }),
  };
}
