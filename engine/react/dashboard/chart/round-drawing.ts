import type { DatasetSeries } from '../../../model/wire/index.ts';
import { formatMeasure } from '../../formats/format.ts';
import type { ChartDrawing, ChartInput } from './chart-drawing.ts';
import { cursorOf, legendStyle, sharedOption, textStyle, tooltipStyle } from './chart-style.ts';

/** Pies, funnels and gauges: one measure, or one after the other. */
export function drawRound(input: ChartInput): ChartDrawing {
  switch (input.kind) {
    case 'funnel':
      return drawFunnel(input);
    case 'gauge':
      return drawGauge(input);
    default:
      return drawPie(input);
  }
}

/** The measures of the period itself. */
function present(series: readonly DatasetSeries[]): readonly DatasetSeries[] {
  return series.filter((one) => one.comparison === undefined);
}

function drawPie(input: ChartInput): ChartDrawing {
  const { axis, colours, dimension } = input;
  const [first] = present(input.series);
  const unit = first?.unit ?? 'count';
  // What is nothing has no slice, and its label would stand on another's.
  const slices = axis
    .map(({ key, name }, index) => ({ key, name, value: first?.data[index] ?? 0 }))
    .filter((slice) => slice.value > 0);
  return {
    option: {
      ...sharedOption(input),
      legend: { ...legendStyle(colours, slices.length > 1), bottom: 0, top: 'auto' },
      tooltip: {
        ...tooltipStyle(colours),
        trigger: 'item',
        valueFormatter: (value: unknown) => formatMeasure(typeof value === 'number' ? value : null, unit),
      },
      series: [
        {
          type: 'pie',
          cursor: cursorOf(input, first?.measure),
          radius: ['42%', '66%'],
          center: ['50%', '45%'],
          data: slices.map(({ name, value }) => ({ name, value })),
          minShowLabelAngle: 4,
          itemStyle: { borderColor: colours.colorBgElevated, borderWidth: 1 },
          // Names stand in the legend: beside a narrow pie they would be cut off.
          label: {
            ...textStyle(colours),
            formatter: ({ percent }: { readonly percent: number }) => `${Math.round(percent * 10) / 10}%`,
          },
          labelLine: { length: 8, length2: 6 },
        },
      ],
    },
    figureAt: ({ dataIndex }) => {
      const slice = slices[dataIndex];
      if (slice === undefined || first === undefined) return undefined;
      return { measure: first.measure, keys: { [dimension]: slice.key } };
    },
  };
}

/** The stages of a funnel: its measures one after the other, or the values of the dimension. */
export function stagesOf({ axis, series, total, dimension }: ChartInput) {
  const own = present(series);
  const [first] = own;
  if (own.length > 1)
    return own.map((one) => ({
      name: one.name,
      value: total[one.measure] ?? 0,
      unit: one.unit,
      figure: { measure: one.measure, keys: {} },
    }));
  const unit = first?.unit ?? 'count';
  return axis.map(({ key, name }, index) => ({
    name,
    value: first?.data[index] ?? 0,
    unit,
    figure: { measure: first?.measure ?? '', keys: { [dimension]: key } },
  }));
}

function drawFunnel(input: ChartInput): ChartDrawing {
  const { colours } = input;
  const stages = stagesOf(input);
  const most = Math.max(...stages.map(({ value }) => value), 1);
  return {
    option: {
      ...sharedOption(input),
      tooltip: { ...tooltipStyle(colours), trigger: 'item', formatter: undefined },
      series: [
        {
          type: 'funnel',
          cursor: cursorOf(input, stages[0]?.figure.measure),
          // Stages stand in the order they are passed, whatever their figures.
          sort: 'none',
          left: '4%',
          right: '42%',
          top: 8,
          bottom: 8,
          max: most,
          minSize: '8%',
          gap: 2,
          data: stages.map(({ name, value }) => ({ name, value })),
          tooltip: {
            valueFormatter: (value: unknown) =>
              formatMeasure(typeof value === 'number' ? value : null, stages[0]?.unit ?? 'count'),
          },
          label: {
            ...textStyle(colours),
            position: 'right',
            formatter: ({ dataIndex }: { readonly dataIndex: number }) => stageText(stages, dataIndex),
          },
          labelLine: { length: 12, lineStyle: { color: colours.colorBorderSecondary } },
        },
      ],
    },
    figureAt: ({ dataIndex }) => stages[dataIndex]?.figure,
  };
}

/** A stage with its figure and how many of the stage before got here. */
function stageText(stages: ReturnType<typeof stagesOf>, index: number): string {
  const stage = stages[index];
  if (stage === undefined) return '';
  const before = stages[index - 1];
  const text = `${stage.name} ${formatMeasure(stage.value, stage.unit)}`;
  if (before === undefined || before.value === 0) return text;
  return `${text}（${Math.round((stage.value / before.value) * 1000) / 10}%）`;
}

/** How far a gauge stands, in percent: the measure itself, or the first as a part of the second. */
export function gaugeOf({ series, total }: Pick<ChartInput, 'series' | 'total'>) {
  const [first, whole] = present(series);
  const value = first === undefined ? null : (total[first.measure] ?? null);
  const of = whole === undefined ? undefined : (total[whole.measure] ?? null);
  const percent = of === undefined ? value : value === null || of === null || of === 0 ? null : (value / of) * 100;
  // A part of another number is no number of rows.
  const measure = whole === undefined ? first?.measure : undefined;
  return { name: first?.name ?? '', measure, percent };
}

function drawGauge(input: ChartInput): ChartDrawing {
  const { colours } = input;
  const { name, measure, percent } = gaugeOf(input);
  const text = textStyle(colours);
  // Who has passed the goal is still on the scale.
  const most = Math.max(100, Math.ceil((percent ?? 0) / 50) * 50);
  return {
    option: {
      ...sharedOption(input),
      series: [
        {
          type: 'gauge',
          cursor: cursorOf(input, measure),
          min: 0,
          max: most,
          startAngle: 200,
          endAngle: -20,
          center: ['50%', '62%'],
          radius: '84%',
          splitNumber: 5,
          progress: { show: true, width: 14, itemStyle: { color: colours.colorLink } },
          axisLine: { lineStyle: { width: 14, color: [[1, colours.colorFillSecondary]] } },
          pointer: { show: false },
          axisTick: { show: false },
          splitLine: { show: false },
          axisLabel: { ...text, distance: -40, formatter: (value: number) => `${value}%` },
          title: { ...text, offsetCenter: [0, '28%'] },
          detail: {
            color: colours.colorText,
            fontSize: 28,
            fontWeight: 600,
            offsetCenter: [0, '-4%'],
            formatter: () => formatMeasure(percent, 'percent'),
          },
          data: [{ name, value: Math.max(0, percent ?? 0) }],
        },
      ],
    },
    figureAt: () => (measure === undefined ? undefined : { measure, keys: {} }),
  };
}
