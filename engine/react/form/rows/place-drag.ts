import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import type { RowList } from '../session/rows/row-list.ts';

/** Lets a row be dragged by its number to the place of another row of the same list; answers what ends it. */
export function placeDrag(rows: RowList, key: string, line: HTMLElement, grip: HTMLElement): () => void {
  const mark = (isOver: boolean) => line.toggleAttribute('data-over', isOver);
  return combine(
    draggable({ element: grip, getInitialData: () => ({ list: rows.path, row: key }) }),
    dropTargetForElements({
      element: line,
      canDrop: ({ source }) => source.data.list === rows.path && source.data.row !== key,
      onDragEnter: () => mark(true),
      onDragLeave: () => mark(false),
      onDrop: ({ source }) => {
        mark(false);
        if (typeof source.data.row === 'string') rows.moveTo(source.data.row, key);
      },
    }),
  );
}
