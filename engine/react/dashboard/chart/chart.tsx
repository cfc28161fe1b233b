import { theme } from 'antd';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { use, useEffect, useMemo, useRef } from 'react';
import type { Figure } from '../../../model/drill/index.ts';
import { useIsStill } from '../../theme/use-media.ts';
import type { ChartInput, ChartPick } from './chart-drawing.ts';
import { loadDrawing } from './chart-families.ts';

register([SVGRenderer]);

type ChartProps = {
  readonly input: Omit<ChartInput, 'colours' | 'isCalm'>;
  /** The chart in words. */
  readonly label: string;
  /** Follows what was clicked. */
  readonly onPick: (figure: Figure) => void;
};

/** Draws a chart in the colours of the theme and in the width of its place. */
export function Chart({ input, label, onPick }: ChartProps) {
  const draw = use(loadDrawing(input.kind));
  const place = useRef<HTMLDivElement>(null);
  const { token } = theme.useToken();
  const isStill = useIsStill();
  const isCalm = isStill || token.motion === false;
  const drawing = useMemo(() => draw({ ...input, colours: token, isCalm }), [draw, input, token, isCalm]);
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
  useEffect(() => chart.current?.setOption({ ...drawing.option }, true), [drawing]);
  useEffect(() => {
    const drawn = chart.current;
    if (drawn === undefined) return undefined;
    const follow = (event: unknown) => {
      const pick = pickOf(event);
      const figure = pick === undefined ? undefined : drawing.figureAt(pick);
      if (figure !== undefined) onPick(figure);
    };
    drawn.on('click', follow);
    return () => {
      if (!drawn.isDisposed()) drawn.off('click', follow);
    };
  }, [drawing, onPick]);
  return <div ref={place} className="engine-chart" role="img" aria-label={label} />;
}

function pickOf(event: unknown): ChartPick | undefined {
  if (typeof event !== 'object' || event === null || !('dataIndex' in event) || !('seriesIndex' in event))
    return undefined;
  const { dataIndex, seriesIndex } = event;
  return typeof dataIndex === 'number' && typeof seriesIndex === 'number' ? { dataIndex, seriesIndex } : undefined;
}
