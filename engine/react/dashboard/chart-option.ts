import type { EChartsCoreOption } from 'echarts/core';
import type { DatasetAnswer } from '../../model/index.ts';
import { formatMeasure } from '../format.ts';

type Colours = {
  readonly colorTextDescription: string;
  readonly colorBorderSecondary: string;
  readonly colorText: string;
  readonly colorBgElevated: string;
};
type Series = DatasetAnswer['series'];

/** Colours that keep apart for most colour-blind readers. */
const palette = ['#1890ff', '#13a8a8', '#fa8c16', '#722ed1', '#cf1322', '#7cb305'];

/** What the chart library draws for a dataset's answer. */
export function chartOption(
  kind: 'line' | 'bar' | 'pie',
  names: readonly string[],
  series: Series,
  colours: Colours,
): EChartsCoreOption {
  const text = { color: colours.colorTextDescription, fontSize: 12 };
  const shared = {
    color: palette,
    animationDuration: 300,
    legend: {
      top: 0,
      right: 0,
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      textStyle: text,
      show: series.length > 1 || kind === 'pie',
    },
    aria: { enabled: false },
  };
  const tooltip = {
    backgroundColor: colours.colorBgElevated,
    borderColor: colours.colorBorderSecondary,
    textStyle: { color: colours.colorText, fontSize: 12 },
    confine: true,
  };
  if (kind === 'pie') {
    const [first] = series;
    return {
      ...shared,
      tooltip: { ...tooltip, trigger: 'item' },
      series: [
        {
          type: 'pie',
          radius: ['45%', '70%'],
          center: ['50%', '55%'],
          data: names.map((name, index) => ({ name, value: first?.data[index] ?? 0 })),
          label: {
            ...text,
            formatter: ({ name, percent }: { name: string; percent: number }) => `${name} ${Math.round(percent)}%`,
          },
        },
      ],
    };
  }
  const unit = series[0]?.unit ?? 'count';
  // A line through one point is no line.
  const drawn = names.length === 1 ? 'bar' : kind;
  return {
    ...shared,
    tooltip: {
      ...tooltip,
      trigger: 'axis',
      valueFormatter: (value: unknown) => formatMeasure(typeof value === 'number' ? value : null, unit),
    },
    grid: { left: 8, right: 16, top: series.length > 1 ? 36 : 16, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category',
      data: names.map(shortDay),
      axisLabel: text,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colours.colorBorderSecondary } },
    },
    yAxis: {
      type: 'value',
      minInterval: unit === 'count' ? 1 : 0,
      axisLabel: { ...text, formatter: (value: number) => axisText(value, unit) },
      splitLine: { lineStyle: { color: colours.colorBorderSecondary } },
    },
    series: series.map((one) => ({
      name: one.name,
      type: drawn,
      data: [...one.data],
      ...(drawn === 'line'
        ? { symbolSize: 6, showSymbol: names.length <= 31, lineStyle: { width: 2 } }
        : { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] } }),
    })),
  };
}

/** Amounts along an axis need no cents. */
function axisText(value: number, unit: string): string {
  return unit === 'money' ? formatMeasure(value, unit).replace(/[.]00$/, '') : formatMeasure(value, unit);
}

/** `11-20` for a day: the year would only repeat itself along the axis. */
function shortDay(name: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(name) ? name.slice(5) : name;
}
