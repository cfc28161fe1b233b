import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { ColumnView } from '../../../model/index.ts';
import { useText } from '../../engine-context.tsx';
import { narrowest, widest } from '../column-layout.ts';
import type { HeadFocus } from './use-head-focus.ts';
import { type Resize, widthStep } from './use-resize.ts';

type HeadEdgeProps = { readonly column: ColumnView; readonly resize: Resize; readonly focus: HeadFocus };

/** The edge of a heading: dragged, moved by arrow keys, fitted to what the column holds by a double click. */
export function HeadEdge({ column, resize, focus }: HeadEdgeProps) {
  const t = useText();
  const drag = useEdgeDrag(column, resize);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const way = column.pin === 'right' ? -1 : 1;
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -way, ArrowRight: way };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      resize.by(column, step * (event.shiftKey ? 1 : widthStep));
    } else if (event.key === 'ArrowUp') focus.move(event, 'before');
    else if (event.key === 'ArrowDown') focus.move(event, 'after');
    else if (event.key === 'Home') focus.move(event, 'first');
    else if (event.key === 'End') focus.move(event, 'last');
    else if (event.key === 'Enter') {
      event.preventDefault();
      resize.fit(column);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an edge that moves is a separator with a value, which hr has not
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('engine.columns.edge', { title: column.title })}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={resize.widthOf(column)}
      aria-valuetext={t('engine.columns.pixels', { width: resize.widthOf(column) })}
      title={t('engine.columns.edgeHint')}
      className={`engine-head-edge engine-head-edge-${column.pin === 'right' ? 'left' : 'right'}`}
      data-head="edge"
      data-column={column.key}
      tabIndex={focus.tabIndex('edge', column.key)}
      onFocus={focus.onFocus}
      onKeyDown={onKeyDown}
      onDoubleClick={() => resize.fit(column)}
      // Dragging leaves the keyboard where it is.
      onMouseDown={(event) => event.preventDefault()}
      {...drag}
    />
  );
}

function useEdgeDrag(column: ColumnView, resize: Resize) {
  const start = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  const wanted = ({ clientX }: PointerEvent, from: { readonly x: number; readonly width: number }) =>
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
