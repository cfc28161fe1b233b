import { unitOfMeasure } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, DatasetMeasure } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type {
  DatasetAnswer,
  DatasetComparison,
  DatasetFigures,
  DatasetPeriod,
  DatasetRow,
  DatasetSeries,
} from '../../../engine/model/wire/index.ts';
import { datasetText } from '../../texts/dataset-text.ts';
import { changeOf, type Figures, placesOf } from './derive-figures.ts';
import type { Domain } from './dimension-values.ts';
import type { FigureTable } from './figure-tables.ts';
import type { Asked } from './read-request.ts';
import type { DimensionValue } from './time-buckets.ts';

/** The period of each comparison. */
export type ComparedSpan = { readonly comparison: DatasetComparison; readonly period: DatasetPeriod };

/** All that an answer is written from. */
export type Written = {
  readonly dataset: DatasetDocument;
  readonly asked: Asked;
  readonly compared: readonly ComparedSpan[];
};

/** Rows of a table as they are answered, with what they are compared with and their places. */
export function writeRows(table: FigureTable, domains: readonly Domain[], written: Written): readonly DatasetRow[] {
  const { asked, compared } = written;
  const names = domains.map(({ values }) => new Map(values.map(({ key, name }) => [key, name])));
  const by = asked.sort.filter(({ key }) => written.dataset.measures.some((measure) => measure.key === key));
  const isRanked = by.length > 0 && by[0] === asked.sort[0];
  const places = isRanked
    ? placesOf(
        table.rows.map(({ figures }) => figures),
        by,
      )
    : [];
  return table.rows.map(({ keys, figures }, index) => {
    const named = keys.map((key, place) => names[place]?.get(key) ?? key);
    const along = (values: readonly string[]) =>
      Object.fromEntries(domains.map(({ dimension }, place) => [dimension.key, values[place] ?? '']));
    const place = places[index];
    return {
      key: keys.join('/'),
      name: named.join(' · '),
      keys: along(keys),
      names: along(named),
      ...shown(figures, asked.measures),
      ...(place === undefined ? {} : { rank: place }),
      ...(compared.length === 0 ? {} : comparedRow(figures, table, index, written)),
    };
  });
}

function comparedRow(figures: Figures, table: FigureTable, index: number, { asked, compared }: Written) {
  const then = compared.map(({ comparison }, span) => [comparison, table.spans[span]?.[index]?.figures ?? {}] as const);
  return {
    previous: Object.fromEntries(then.map(([comparison, before]) => [comparison, shown(before, asked.measures)])),
    change: Object.fromEntries(
      then.map(([comparison, before]) => [comparison, changeOf(figures, before, asked.measures)]),
    ),
  };
}

/** Only the measures asked for, in the order of the document. */
export function shown(figures: Figures, measures: readonly DatasetMeasure[]): DatasetFigures {
  return Object.fromEntries(measures.map(({ key }) => [key, figures[key] ?? null]));
}

/** The totals of the periods compared with. */
export function writeComparisons(
  total: Figures,
  totals: readonly Figures[],
  { asked, compared }: Written,
): Pick<DatasetAnswer, 'comparisons'> {
  if (compared.length === 0) return {};
  return {
    comparisons: compared.map(({ comparison, period }, span) => {
      const then = totals[span] ?? {};
      return {
        key: comparison,
        name: formatMessage(datasetText(`dataset.${comparison}`)),
        period,
        total: shown(then, asked.measures),
        change: changeOf(total, then, asked.measures),
      };
    }),
  };
}

/** The rows spread for a chart: along the first dimension, one series for each measure, group and period. */
export function writeSeries(
  table: FigureTable,
  axis: readonly DimensionValue[],
  domains: readonly Domain[],
  written: Written,
): readonly DatasetSeries[] {
  const groups = groupsOf(table, domains);
  const spans = [undefined, ...written.compared.map(({ comparison }) => comparison)];
  const cells = spans.map((_, span) => {
    const rows = span === 0 ? table.rows : (table.spans[span - 1] ?? []);
    return new Map(rows.map(({ keys, figures }) => [keys.join('\n'), figures]));
  });
  const { measures } = written.asked;
  const series = (measure: DatasetMeasure, group: Group, span: number): DatasetSeries => {
    const comparison = spans[span];
    const figures = (key: string) => cells[span]?.get([key, ...group.keys].join('\n'));
    return {
      ...seriesNames(measure, group, comparison, measures.length > 1),
      unit: unitOfMeasure(measure, written.dataset),
      data: axis.map(({ key }) => figures(key)?.[measure.key] ?? null),
      measure: measure.key,
      ...(group.keys.length === 0 ? {} : { group: { key: group.keys.join('/'), name: group.name } }),
      ...(comparison === undefined ? {} : { comparison }),
    };
  };
  return measures.flatMap((measure) => groups.flatMap((group) => spans.map((_, span) => series(measure, group, span))));
}

/** A measure is named where there is more than one, or nothing else to name. */
function seriesNames(
  measure: DatasetMeasure,
  group: Group,
  comparison: DatasetComparison | undefined,
  isOneOfMany: boolean,
): Pick<DatasetSeries, 'key' | 'name'> {
  const isGrouped = group.keys.length > 0;
  const compared = comparison === undefined ? [] : [comparison];
  const names = [
    ...(isOneOfMany || !isGrouped ? [measure.title] : []),
    ...(isGrouped ? [group.name] : []),
    ...compared.map((one) => formatMessage(datasetText(`dataset.${one}`))),
  ];
  return {
    key: [measure.key, ...group.keys, ...compared.map((one) => `@${one}`)].join('/'),
    name: names.join(' · '),
  };
}

type Group = { readonly keys: readonly string[]; readonly name: string };

/** The values of the further dimensions that occur together, in their order. */
function groupsOf(table: FigureTable, [, ...domains]: readonly Domain[]): readonly Group[] {
  if (domains.length === 0) return [{ keys: [], name: '' }];
  const places = domains.map(({ values }) => new Map(values.map((value, place) => [value.key, { ...value, place }])));
  const found = new Map<string, Group & { readonly places: readonly number[] }>();
  for (const { keys } of table.rows) {
    const own = keys.slice(1);
    const values = own.map((key, index) => places[index]?.get(key) ?? { name: key, place: 0 });
    const name = values.map((value) => value.name).join(' · ');
    found.set(own.join('\n'), { keys: own, name, places: values.map((value) => value.place) });
  }
  return [...found.values()].sort((a, b) => {
    const apart = a.places.map((place, index) => place - (b.places[index] ?? 0));
    return apart.find((difference) => difference !== 0) ?? 0;
  });
}
