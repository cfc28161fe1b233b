import type { Days, NamedPeriod } from '../time/calendar-day.ts';
import type { ViewShare } from '../wire/saved-view-wire.ts';
import type { DatasetComparison } from '../wire/wire.ts';

/** How the figures of an analysis are drawn: kinds of cards that a dashboard has. */
export const analysisCharts = ['figure', 'line', 'area', 'bar', 'stackedBar', 'pie', 'table', 'ranking'] as const;
export type AnalysisChart = (typeof analysisCharts)[number];

/** The periods an analysis may be of, which move on with the days. */
export const analysisPeriods: readonly NamedPeriod[] = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'thisYear',
  'last30Days',
];

/** How much one analysis asks at most. */
export const analysisLimits = { measures: 8, dimensions: 2, filters: 20, values: 200, sort: 2, top: 100 } as const;

/** What an analysis asks of one dataset, and how the answer is drawn. What is missing is as the dataset has it. */
export type AnalysisAsk = {
  readonly dataset: string;
  readonly chart: AnalysisChart;
  readonly measures: readonly string[];
  /** At most two: the axis, and what each point of it is parted by. */
  readonly dimensions: readonly string[];
  /** Values chosen by key of the dataset's filters. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /** By name it moves on with the days. */
  readonly period?: NamedPeriod | Days;
  readonly compare?: DatasetComparison;
  /** Measures or dimensions of a table, `-` in front for descending. */
  readonly sort?: readonly string[];
  readonly top?: number;
};

/** An analysis somebody saved, as the server answers it. */
export type SavedAnalysis = {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly share: ViewShare;
  /** What it asks; null: of a dataset that the caller may not ask, or that there is no more. */
  readonly ask: AnalysisAsk | null;
  readonly isMine: boolean;
  readonly author: string | null;
  readonly departmentName: string | null;
};

/** The analyses a caller sees, and whether he may share his. */
export type SavedAnalyses = { readonly analyses: readonly SavedAnalysis[]; readonly canShare: boolean };
