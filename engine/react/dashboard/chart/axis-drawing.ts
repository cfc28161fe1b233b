import type { DatasetSeries } from '../../../model/wire/index.ts';
import { formatMeasure } from '../../formats/format.ts';
import { axisText, shortDay } from './axis-text.ts';
import type { ChartDrawing, ChartInput } from './chart-drawing.ts';
import { colourOf, cursorOf, legendStyle, sharedOption, textStyle, tooltipStyle } from './chart-style.ts';

/** Lines, areas and bars along an axis. */
export function drawAlongAxis(input: ChartInput): ChartDrawing {
  const { axis, series, colours } = input;
  const text = textStyle(colours);
  const units = unitsOf(series);
  const isLying = liesDown(input);
  const names = {
    type: 'category' as const,
    data: axis.map(shortDay),
    axisLabel: { ...text, hideOverlap: true, ...(isLying ? { width: 96, overflow: 'truncate' as const } : {}) },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colours.colorBorderSecondary } },
    // The first value stands on top, as in a list.
    inverse: isLying,
  };
  const figures = units.map((unit, place) => ({
    type: 'value' as const,
    minInterval: unit === 'count' ? 1 : 0,
    ...(isLying ? { splitNumber: 3 } : {}),
    axisLabel: { ...text, formatter: (value: number) => axisText(value, unit) },
    splitLine: { show: place === 0, lineStyle: { color: colours.colorBorderSecondary } },
  }));
  const hasLegend = series.length > 1;
  return {
    option: {
      ...sharedOption(input),
      // Wide enough to see the dashes of a line.
      legend: { ...legendStyle(colours, hasLegend), ...(isLine(input) ? { itemWidth: 24 } : {}) },
      tooltip: { ...tooltipStyle(colours), trigger: 'axis', axisPointer: { type: isLine(input) ? 'line' : 'shadow' } },
      grid: {
        left: 8,
        right: 16,
        top: hasLegend ? 40 : 16,
        bottom: 4,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      ...(isLying ? { yAxis: names, xAxis: figures } : { xAxis: names, yAxis: figures }),
      series: series.map((one) => drawnSeries(one, input, units, isLying)),
    },
    figureAt: ({ seriesIndex, dataIndex }) => {
      const one = series[seriesIndex];
      const at = axis[dataIndex];
      if (one === undefined || at === undefined) return undefined;
      const group = input.seriesDimension === undefined ? {} : { [input.seriesDimension]: one.group?.key ?? '' };
      const compared = one.comparison === undefined ? {} : { compared: one.comparison };
      return { measure: one.measure, keys: { [input.dimension]: at.key, ...group }, ...compared };
    },
  };
}

/** Two axes at most: a third unit would have no axis to be read on. */
function unitsOf(series: readonly DatasetSeries[]): readonly string[] {
  const units = [...new Set(series.map((one) => one.unit))];
  return units.length === 0 ? ['count'] : units.slice(0, 2);
}

/** A line through one point is no line. */
function isLine({ kind, axis }: ChartInput): boolean {
  return (kind === 'line' || kind === 'area') && axis.length > 1;
}

/** Long names, or many, are read beside lying bars. */
function liesDown({ kind, axis, isTime }: ChartInput): boolean {
  return kind === 'bar' && !isTime && (axis.length > 8 || axis.some(({ name }) => name.length > 6));
}

function drawnSeries(one: DatasetSeries, input: ChartInput, units: readonly string[], isLying: boolean) {
  const { series, colours } = input;
  const bases = series.filter((other) => other.comparison === undefined);
  const base = bases.findIndex((other) => other.measure === one.measure && other.group?.key === one.group?.key);
  const colour = colourOf(Math.max(0, base), colours);
  const place = Math.max(0, units.indexOf(one.unit));
  const shared = {
    id: one.key,
    name: one.name,
    data: [...one.data],
    color: colour,
    cursor: cursorOf(input, one.measure),
    tooltip: {
      valueFormatter: (value: unknown) => formatMeasure(typeof value === 'number' ? value : null, one.unit),
    },
    ...(isLying ? { xAxisIndex: place } : { yAxisIndex: place }),
  };
  return { ...shared, ...(isLine(input) ? lineLook(one, input) : barLook(one, input, colour, isLying)) };
}

/** What a line is compared with is told by its dashes, not by a colour. */
function lineLook({ comparison }: DatasetSeries, { kind, axis }: ChartInput) {
  const isNow = comparison === undefined;
  return {
    type: 'line' as const,
    symbolSize: 6,
    showSymbol: axis.length <= 31,
    lineStyle: isNow ? { width: 2, type: 'solid' as const } : { width: 1.5, type: 'dashed' as const },
    ...(kind === 'area' && isNow ? { areaStyle: { opacity: 0.16 } } : {}),
  };
}

function barLook({ comparison }: DatasetSeries, { kind }: ChartInput, colour: string, isLying: boolean) {
  const dashed = { opacity: 0.4, borderColor: colour, borderType: 'dashed' as const, borderWidth: 1 };
  const corners = isLying ? [0, 2, 2, 0] : [2, 2, 0, 0];
  return {
    type: 'bar' as const,
    barMaxWidth: 28,
    itemStyle: comparison === undefined ? { borderRadius: kind === 'stackedBar' ? 0 : corners } : dashed,
    ...(kind === 'stackedBar' ? { stack: comparison ?? 'now' } : {}),
  };
}
