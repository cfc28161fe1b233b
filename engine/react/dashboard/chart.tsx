import { theme } from 'antd';
import { BarChart, LineChart, PieChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef } from 'react';
import type { DatasetAnswer } from '../../model/index.ts';
import { chartOption } from './chart-option.ts';

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer]);

type ChartProps = {
  readonly kind: 'line' | 'bar' | 'pie';
  readonly names: readonly string[];
  readonly series: DatasetAnswer['series'];
  /** The chart in words. */
  readonly label: string;
};

/** Draws a chart in the colours of the theme and in the width of its place. */
export function Chart({ kind, names, series, label }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const { token } = theme.useToken();
  const option = useMemo(() => chartOption(kind, names, series, token), [kind, names, series, token]);
  const chart = useRef<ReturnType<typeof init>>(undefined);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const drawn = init(element, undefined, { renderer: 'svg' });
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.dispose();
    };
  }, []);
  useEffect(() => chart.current?.setOption(option, true), [option]);
  return <div ref={place} className="engine-chart" role="img" aria-label={label} />;
}
