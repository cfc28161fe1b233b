import type { EChartsCoreOption } from 'echarts/core';
import type { ChartCard } from '../../../model/documents/index.ts';
import type { Figure } from '../../../model/drill/index.ts';
import type { DatasetFigures, DatasetSeries } from '../../../model/wire/index.ts';

/** The theme's colours as charts use them. */
export type ChartColours = {
  readonly colorLink: string;
  readonly colorTextDescription: string;
  readonly colorBorderSecondary: string;
  readonly colorText: string;
  readonly colorBgElevated: string;
  readonly colorFillSecondary: string;
};

/** What a chart is drawn from. */
export type ChartInput = {
  readonly kind: ChartCard['chart'];
  /** Values of the first dimension. */
  readonly axis: readonly { readonly key: string; readonly name: string }[];
  readonly series: readonly DatasetSeries[];
  readonly total: DatasetFigures;
  /** Keys of the dimensions along the axis and of the series. */
  readonly dimension: string;
  readonly seriesDimension?: string | undefined;
  /** The axis is cut time: its order and its gaps mean something. */
  readonly isTime: boolean;
  readonly colours: ChartColours;
  /** Measures of which a click on a part leads somewhere. */
  readonly open: ReadonlySet<string>;
  /** The reader wants no motion. */
  readonly isCalm: boolean;
};

/** What was clicked, as the chart library tells it. */
export type ChartPick = { readonly seriesIndex: number; readonly dataIndex: number };

/** A chart ready for the library, and what its parts stand for. */
export type ChartDrawing = {
  readonly option: EChartsCoreOption;
  /** The number that a part shows; undefined where it shows none of this period. */
  readonly figureAt: (pick: ChartPick) => Figure | undefined;
};

/** Draws one family of charts. */
export type DrawChart = (input: ChartInput) => ChartDrawing;
