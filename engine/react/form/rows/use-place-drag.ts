import { type RefObject, useEffect, useRef } from 'react';
import type { RowList } from '../session/rows/row-list.ts';

/** Lets a row be dragged by its number to the place of another; what that takes comes after the form. */
export function usePlaceDrag(rows: RowList, key: string, isOpen: boolean) {
  const line: RefObject<HTMLTableRowElement | null> = useRef(null);
  const handle: RefObject<HTMLTableCellElement | null> = useRef(null);
  const isMoved = isOpen && !rows.view.isFixed;
  useEffect(() => {
    const [element, grip] = [line.current, handle.current];
    if (element === null || grip === null || !isMoved) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    const begin = async () => {
      const { placeDrag } = await import('./place-drag.ts');
      if (!isGone) stop = placeDrag(rows, key, element, grip);
    };
    // Without it the buttons and the keyboard move rows as well.
    void begin().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [rows, key, isMoved]);
  return { line, handle, isMoved };
}
