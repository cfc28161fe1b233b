import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type RefObject, useEffect, useRef } from 'react';
import type { RowList } from '../session/row-list.ts';

/** Lets a row be dragged by its number to the place of another row of the same list. */
export function usePlaceDrag(rows: RowList, key: string, isOpen: boolean) {
  const line: RefObject<HTMLTableRowElement | null> = useRef(null);
  const handle: RefObject<HTMLTableCellElement | null> = useRef(null);
  const isMoved = isOpen && !rows.view.isFixed;
  useEffect(() => {
    const [element, grip] = [line.current, handle.current];
    if (element === null || grip === null || !isMoved) return undefined;
    const mark = (isOver: boolean) => element.toggleAttribute('data-over', isOver);
    return combine(
      draggable({ element: grip, getInitialData: () => ({ list: rows.path, row: key }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === rows.path && source.data.row !== key,
        onDragEnter: () => mark(true),
        onDragLeave: () => mark(false),
        onDrop: ({ source }) => {
          mark(false);
          if (typeof source.data.row === 'string') rows.moveTo(source.data.row, key);
        },
      }),
    );
  }, [rows, key, isMoved]);
  return { line, handle, isMoved };
}
