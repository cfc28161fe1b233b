import { type PointerEvent, useRef } from 'react';
import { useText } from '../../host/engine-context.tsx';
import type { Resize, Sized } from './use-resize.ts';

type HeadEdgeProps = { readonly column: Sized; readonly resize: Resize };

/**
 * The edge of a heading: dragged, or fitted to what the column holds by a double click. It is for the pointer only;
 * the keyboard moves it from the heading itself.
 */
export function HeadEdge({ column, resize }: HeadEdgeProps) {
  const t = useText();
  const drag = useEdgeDrag(column, resize);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the keyboard does is on the heading
    <span
      aria-hidden="true"
      title={t('engine.columns.edgeHint')}
      className={`engine-head-edge engine-head-edge-${column.pin === 'right' ? 'left' : 'right'}`}
      onDoubleClick={() => resize.fit(column)}
      // Dragging leaves the keyboard where it is.
      onMouseDown={(event) => event.preventDefault()}
      {...drag}
    />
  );
}

type DragStart = { readonly x: number; readonly width: number };

function useEdgeDrag(column: Sized, resize: Resize) {
  const start = useRef<DragStart | undefined>(undefined);
  const wanted = ({ clientX }: PointerEvent, from: DragStart) =>
    from.width + (clientX - from.x) * (column.pin === 'right' ? -1 : 1);
  const end = (event: PointerEvent<HTMLElement>, isKept: boolean) => {
    const from = start.current;
    start.current = undefined;
    if (from === undefined) return;
    event.currentTarget.toggleAttribute('data-dragged', false);
    if (isKept && Math.abs(event.clientX - from.x) > 2) resize.keep(column, wanted(event, from));
    else resize.cancel();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.toggleAttribute('data-dragged', true);
      start.current = { x: event.clientX, width: resize.actualWidth(column) };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = start.current;
      if (from !== undefined) resize.preview(column, wanted(event, from));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
