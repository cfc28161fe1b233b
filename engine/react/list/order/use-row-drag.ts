import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type RefObject, useEffect, useRef } from 'react';
import type { MoveRow } from './use-move-row.ts';

const kind = 'list-row';

/** Lets the row of a grip be dragged by it, and others be let go above or below. */
export function useRowDrag(grip: RefObject<HTMLElement | null>, id: string, onMove: MoveRow): void {
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const dragHandle = grip.current;
    const row = dragHandle?.closest<HTMLElement>('[data-row-key]') ?? null;
    if (dragHandle === null || row === null) return undefined;
    const mark = (side: 'before' | 'after' | undefined) => {
      if (side === undefined) delete row.dataset.held;
      else row.dataset.held = side;
    };
    const sideAt = (y: number) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2 ? ('before' as const) : ('after' as const);
    };
    return combine(
      draggable({ element: row, dragHandle, getInitialData: () => ({ kind, id }) }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => source.data.kind === kind && source.data.id !== id,
        onDragEnter: ({ location }) => mark(sideAt(location.current.input.clientY)),
        onDrag: ({ location }) => mark(sideAt(location.current.input.clientY)),
        onDragLeave: () => mark(undefined),
        onDrop: ({ source, location }) => {
          mark(undefined);
          if (typeof source.data.id === 'string')
            void latest.current(source.data.id, id, sideAt(location.current.input.clientY));
        },
      }),
    );
  }, [grip, id]);
}
