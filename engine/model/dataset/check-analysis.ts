import { type Fault, pointer } from '../faults/fault.ts';
import type { DatasetDocument } from '../generated/documents.ts';
import { nearestName } from '../naming/naming.ts';
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
    ...unknownNames(ask.measures, measures, '度量', 'measures', dataset),
    ...unknownNames(ask.dimensions, dimensions, '维度', 'dimensions', dataset),
    ...Object.keys(ask.filters ?? {}).flatMap((key) =>
      unknownName(key, filters, '筛选', pointer('filters', key), dataset),
    ),
    ...unknownNames(ask.sort ?? [], sortable, '排序的项', 'sort', dataset),
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
  title: string,
  at: string,
  dataset: DatasetDocument,
): readonly Fault[] {
  return names.flatMap((name, index): readonly Fault[] => {
    const place = pointer(at, index);
    if (names.indexOf(name) !== index)
      return [{ code: 'E_INPUT_TYPE', pointer: place, title, expected: '各不相同', got: name }];
    return unknownName(name, known, title, place, dataset);
  });
}

function unknownName(
  name: string,
  known: readonly string[],
  title: string,
  at: string,
  dataset: DatasetDocument,
): readonly Fault[] {
  if (known.includes(name)) return [];
  const nearest = nearestName(name, known);
  const fault: Fault = {
    code: 'E_SCHEMA_UNKNOWN_NAME',
    pointer: at,
    title,
    expected: `“${dataset.title}”的${title}`,
    expectedEn: `a name known to ${dataset.name}`,
    got: name,
  };
  return [nearest === undefined ? fault : { ...fault, nearest }];
}

function shapeFaults({ chart, measures, dimensions, compare, sort, top }: AnalysisAsk): readonly Fault[] {
  const shape = chartShapes[chart];
  const [least, most] = shape.dimensions;
  const said = (at: string, title: string, expected: string, got: string): Fault => ({
    code: 'E_INPUT_TYPE',
    pointer: pointer(at),
    title,
    expected,
    got,
  });
  const counted = (count: number) => `${count} 个`;
  return [
    ...(measures.length > shape.measures
      ? [said('measures', '这种图表的度量', `至多 ${shape.measures} 个`, counted(measures.length))]
      : []),
    ...(dimensions.length < least || dimensions.length > most
      ? [
          said(
            'dimensions',
            '这种图表的维度',
            least === most ? `${least} 个` : `${least} 到 ${most} 个`,
            counted(dimensions.length),
          ),
        ]
      : []),
    ...(compare !== undefined && !shape.hasCompare ? [said('compare', '这种图表的对比', '不写', compare)] : []),
    ...(sort !== undefined && chart !== 'table' ? [said('sort', '排序的项', '只用于表格', sort.join('、'))] : []),
    ...(top !== undefined && !shape.hasTop ? [said('top', '这种图表的前几名', '不写', String(top))] : []),
    ...(top !== undefined && chart === 'ranking' && top < leastPlaces
      ? [said('top', '排名的前几名', `不少于 ${leastPlaces}`, String(top))]
      : []),
  ];
}

/** What there is now is of no period: it is not grouped, and not compared with before. */
function stockFaults({ chart, period, compare }: AnalysisAsk, { stock, title }: DatasetDocument): readonly Fault[] {
  if (stock !== true) return [];
  const faults = [
    ...(chart === 'figure' ? [] : [{ at: 'chart', named: '图表', got: chart, expected: '数字卡' }]),
    ...(period === undefined ? [] : [{ at: 'period', named: '期间', got: JSON.stringify(period), expected: '不写' }]),
    ...(compare === undefined ? [] : [{ at: 'compare', named: '对比', got: compare, expected: '不写' }]),
  ];
  return faults.map(
    ({ at, named, got, expected }): Fault => ({
      code: 'E_INPUT_TYPE',
      pointer: pointer(at),
      title: `“${title}”（现在的数）的${named}`,
      expected,
      got,
    }),
  );
}
