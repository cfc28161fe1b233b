import type { ChartCard, DatasetDimension, DatasetDocument } from '../../../model/documents/index.ts';
import { addDays, dayOf } from '../../../model/time/index.ts';
import type { DatasetAnswer, DatasetSeries } from '../../../model/wire/index.ts';
import type { ChartInput } from '../chart/chart-drawing.ts';
import type { Wanted } from '../data/use-dataset.ts';
import type { Grid, GridColumn } from './figure-grid.ts';
import { dimensionTitle } from './table-grid.ts';

type ChartParts = Pick<ChartCard, 'chart' | 'dimension' | 'series' | 'measures' | 'compare' | 'top'>;

/** Kinds that show one thing only: nothing of a period before has room in them. */
const withoutComparison: ReadonlySet<ChartCard['chart']> = new Set(['pie', 'funnel', 'gauge', 'heat', 'map']);

/** What a chart asks of its dataset. */
export function chartRequest(card: ChartParts, dataset: DatasetDocument): Wanted {
  const { chart, dimension, series, measures, compare, top } = card;
  // Time runs on, whatever the dataset puts first elsewhere.
  const isTime = dataset.dimensions?.some(({ key, bucket }) => key === dimension && bucket !== undefined) === true;
  const order = dataset.sort !== undefined && isTime && !isTotal(card) ? { sort: [dimension] } : {};
  return {
    dimensions: isTotal({ chart, measures }) ? [] : [dimension, ...(series === undefined ? [] : [series])],
    measures,
    compare: withoutComparison.has(chart) ? undefined : compare,
    ...(top === undefined ? order : { top, sort: [`-${measures[0] ?? ''}`] }),
  };
}

/** Gauges, and funnels of several measures, show totals. */
function isTotal({ chart, measures }: Pick<ChartParts, 'chart' | 'measures'>): boolean {
  return chart === 'gauge' || (chart === 'funnel' && measures.length > 1);
}

/** What a chart is drawn from. */
export function chartInput(
  card: ChartParts,
  answer: DatasetAnswer,
  dataset: DatasetDocument,
  now: string,
): Omit<ChartInput, 'colours' | 'isCalm' | 'open'> {
  const dimension = dataset.dimensions?.find((known) => known.key === card.dimension);
  const end = dimension === undefined ? undefined : presentBucket(dimension, dataset, now);
  const isCut = (card.chart === 'line' || card.chart === 'area') && end !== undefined;
  const shown = answer.series.filter(
    (one) => card.measures.includes(one.measure) && (one.comparison === undefined || one.comparison === card.compare),
  );
  // Measures stand in the order of the card: a funnel is read that way.
  const series = card.measures.flatMap((key) => shown.filter((one) => one.measure === key));
  return {
    kind: card.chart,
    axis: answer.dimensions,
    series: isCut ? series.map((one) => untilNow(one, answer, end)) : series,
    total: answer.total,
    dimension: card.dimension,
    seriesDimension: card.series,
    isTime: dimension?.bucket !== undefined,
  };
}

/** What has not come yet is not nothing: a line ends today. */
function untilNow(series: DatasetSeries, { dimensions }: DatasetAnswer, end: string): DatasetSeries {
  if (series.comparison !== undefined) return series;
  return { ...series, data: series.data.map((value, index) => ((dimensions[index]?.key ?? '') > end ? null : value)) };
}

/** Key of the bucket that the moment lies in, where the dimension cuts the period; keys are in order of time. */
function presentBucket({ bucket, field }: DatasetDimension, dataset: DatasetDocument, now: string): string | undefined {
  if (field !== undefined && field !== dataset.time) return undefined;
  const today = dayOf(now);
  switch (bucket) {
    case 'hour':
      return `${today} ${new Date(Date.parse(now) + 8 * 3_600_000).toISOString().slice(11, 13)}`;
    case 'day':
      return today;
    case 'week':
      return addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'month':
      return today.slice(0, 7);
    default:
      return undefined;
  }
}

/** Whether a chart would show nothing at all. */
export function isEmptyChart(card: ChartParts, answer: DatasetAnswer): boolean {
  if (isTotal({ chart: card.chart, measures: card.measures }))
    return card.measures.every((key) => (answer.total[key] ?? 0) === 0);
  return answer.series.every(
    (one) => !card.measures.includes(one.measure) || one.data.every((value) => value === null || value === 0),
  );
}

/** The figures of a chart as a table. */
export function chartGrid(
  input: Pick<ChartInput, 'axis' | 'series' | 'dimension' | 'seriesDimension' | 'total'>,
  dataset: DatasetDocument,
): Grid {
  const { axis, series, dimension, seriesDimension, total } = input;
  const figures = series.map((one): GridColumn => ({ key: one.key, title: one.name, kind: 'figure', unit: one.unit }));
  if (axis.length === 0) {
    const cells = series.map((one) => ({
      value: total[one.measure] ?? null,
      figure: { measure: one.measure, keys: {} },
    }));
    return { columns: figures, rows: cells.length === 0 ? [] : [{ key: 'total', cells }] };
  }
  const name: GridColumn = { key: dimension, title: dimensionTitle(dimension, dataset), kind: 'name', unit: '' };
  const rows = axis.map((at, index) => ({
    key: at.key,
    cells: [
      { value: at.name },
      ...series.map((one) => {
        const group = seriesDimension === undefined ? {} : { [seriesDimension]: one.group?.key ?? '' };
        const keys = { [dimension]: at.key, ...group };
        const compared = one.comparison === undefined ? {} : { compared: one.comparison };
        return { value: one.data[index] ?? null, figure: { measure: one.measure, keys, ...compared } };
      }),
    ],
  }));
  return { columns: [name, ...figures], rows };
}
