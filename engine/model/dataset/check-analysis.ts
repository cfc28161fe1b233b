import { type Fault, pointer } from '../faults/fault.ts';
import type { DatasetDocument } from '../generated/documents.ts';
import { nearestName } from '../naming/naming.ts';
import { expectation, formatMessage, type Message } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { type AnalysisAsk, type AnalysisChart, analysisLimits } from './analysis.ts';

/** How many measures and dimensions a chart takes, and what else it has room for. */
type ChartShape = {
  readonly measures: number;
  readonly dimensions: readonly [least: number, most: number];
  readonly hasCompare: boolean;
  readonly hasTop: boolean;
};

const { measures: many } = analysisLimits;

/** What each kind of chart takes: the builder offers no more, and nothing else is saved. */
export const chartShapes: Readonly<Record<AnalysisChart, ChartShape>> = {
  figure: { measures: 1, dimensions: [0, 0], hasCompare: true, hasTop: false },
  line: { measures: many, dimensions: [1, 2], hasCompare: true, hasTop: false },
  area: { measures: many, dimensions: [1, 2], hasCompare: true, hasTop: false },
  bar: { measures: many, dimensions: [1, 2], hasCompare: true, hasTop: true },
  stackedBar: { measures: many, dimensions: [2, 2], hasCompare: false, hasTop: true },
  pie: { measures: 1, dimensions: [1, 1], hasCompare: false, hasTop: true },
  table: { measures: many, dimensions: [1, 2], hasCompare: true, hasTop: true },
  ranking: { measures: many, dimensions: [1, 1], hasCompare: false, hasTop: true },
};

/** Fewest places of a ranking. */
export const leastPlaces = 3;

/** What is wrong with an analysis of a dataset, each fault with its place in the ask. */
export function analysisFaults(ask: AnalysisAsk, dataset: DatasetDocument): readonly Fault[] {
  const measures = shownMeasures(dataset).map(({ key }) => key);
  const dimensions = (dataset.dimensions ?? []).map(({ key }) => key);
  const filters = (dataset.filters ?? []).map(({ key }) => key);
  const sortable = [...ask.measures, ...ask.dimensions].flatMap((key) => [key, `-${key}`]);
  return [
    ...unknownNames(ask.measures, measures, modelText('model.analysis.measures'), 'measures', dataset),
    ...unknownNames(ask.dimensions, dimensions, modelText('model.analysis.dimensions'), 'dimensions', dataset),
    ...Object.keys(ask.filters ?? {}).flatMap((key) =>
      unknownName(key, filters, modelText('model.analysis.filters'), pointer('filters', key), dataset),
    ),
    ...unknownNames(ask.sort ?? [], sortable, modelText('model.analysis.sortItem'), 'sort', dataset),
    ...shapeFaults(ask),
    ...stockFaults(ask, dataset),
  ];
}

/** The measures that people are offered: the others are only counted for them. */
export function shownMeasures({ measures }: DatasetDocument): DatasetDocument['measures'] {
  return measures.filter(({ hidden }) => hidden !== true);
}

function unknownNames(
  names: readonly string[],
  known: readonly string[],
  what: Message,
  at: string,
  dataset: DatasetDocument,
): readonly Fault[] {
  return names.flatMap((name, index): readonly Fault[] => {
    const place = pointer(at, index);
    if (names.indexOf(name) !== index) return [inputFault(place, what, modelText('model.analysis.eachOnce'), name)];
    return unknownName(name, known, what, place, dataset);
  });
}

function unknownName(
  name: string,
  known: readonly string[],
  what: Message,
  at: string,
  dataset: DatasetDocument,
): readonly Fault[] {
  if (known.includes(name)) return [];
  const nearest = nearestName(name, known);
  const fault: Fault = {
    code: 'E_SCHEMA_UNKNOWN_NAME',
    pointer: at,
    title: formatMessage(what),
    ...expectation(modelText('model.analysis.of', { dataset, what })),
    got: name,
  };
  return [nearest === undefined ? fault : { ...fault, nearest }];
}

/** What is not to be there. */
const none = modelText('model.analysis.nothing');

function shapeFaults({ chart, measures, dimensions, compare, sort, top }: AnalysisAsk): readonly Fault[] {
  const shape = chartShapes[chart];
  const [least, most] = shape.dimensions;
  const told = (at: string, title: Message, expected: Message, got: string) =>
    inputFault(pointer(at), title, expected, got);
  const counted = (count: number) => modelText('model.analysis.count', { count });
  return [
    ...(measures.length > shape.measures
      ? [
          told(
            'measures',
            modelText('model.analysis.measuresOfChart'),
            modelText('model.analysis.atMost', { most: shape.measures }),
            formatMessage(counted(measures.length)),
          ),
        ]
      : []),
    ...(dimensions.length < least || dimensions.length > most
      ? [
          told(
            'dimensions',
            modelText('model.analysis.dimensionsOfChart'),
            least === most ? counted(least) : modelText('model.analysis.between', { least, most }),
            formatMessage(counted(dimensions.length)),
          ),
        ]
      : []),
    ...(compare !== undefined && !shape.hasCompare
      ? [told('compare', modelText('model.analysis.compareOfChart'), none, compare)]
      : []),
    ...(sort !== undefined && chart !== 'table'
      ? [told('sort', modelText('model.analysis.sortItem'), modelText('model.analysis.tablesOnly'), listed(sort))]
      : []),
    ...(top !== undefined && !shape.hasTop
      ? [told('top', modelText('model.analysis.topOfChart'), none, String(top))]
      : []),
    ...(top !== undefined && chart === 'ranking' && top < leastPlaces
      ? [
          told(
            'top',
            modelText('model.analysis.topOfRanking'),
            modelText('model.analysis.atLeast', { least: leastPlaces }),
            String(top),
          ),
        ]
      : []),
  ];
}

/** What there is now is of no period: it is not grouped, and not compared with before. */
function stockFaults({ chart, period, compare }: AnalysisAsk, dataset: DatasetDocument): readonly Fault[] {
  if (dataset.stock !== true) return [];
  const faults = [
    ...(chart === 'figure'
      ? []
      : [
          {
            at: 'chart',
            part: modelText('model.analysis.chart'),
            got: chart,
            expected: modelText('model.analysis.figure'),
          },
        ]),
    ...(period === undefined
      ? []
      : [{ at: 'period', part: modelText('model.analysis.period'), got: JSON.stringify(period), expected: none }]),
    ...(compare === undefined
      ? []
      : [{ at: 'compare', part: modelText('model.analysis.compare'), got: compare, expected: none }]),
  ];
  return faults.map(({ at, part, got, expected }) =>
    inputFault(pointer(at), modelText('model.analysis.partOfStock', { dataset, part }), expected, got),
  );
}

function inputFault(at: string, title: Message, expected: Message, got: string): Fault {
  return { code: 'E_INPUT_TYPE', pointer: at, title: formatMessage(title), ...expectation(expected), got };
}

function listed(names: readonly string[]): string {
  return formatMessage(modelText('model.value.list', { items: names }));
}
