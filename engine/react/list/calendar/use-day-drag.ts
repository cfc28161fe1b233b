import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useState } from 'react';
import type { DayItem } from './calendar-span.ts';
import type { DayMoves } from './use-day-move.ts';

/** What marks an entry of a calendar among all that may be dragged. */
const itemKey = 'calendarEntry';

/** Lets an entry be taken up. */
export function useDayDrag(root: RefObject<HTMLElement | null>, item: DayItem, isMovable: boolean): void {
  useEffect(() => {
    const element = root.current;
    if (element === null || !isMovable) return undefined;
    return draggable({ element, getInitialData: () => ({ [itemKey]: item }) });
  }, [root, item, isMovable]);
}

/** Lets a day take entries; answers whether one is held over it. */
export function useDayTarget(root: RefObject<HTMLElement | null>, day: string, { move }: DayMoves): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data[itemKey] !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        const item = source.data[itemKey];
        // Only `useDayDrag` writes this key.
        if (item !== undefined) move(item as DayItem, day);
      },
    });
  }, [root, day, move]);
  return isOver;
}
