import { type KeyboardEvent, useRef } from 'react';
import type { CalendarDisplay } from '../../../../model/view/index.ts';
import { type HourBlock, type HourPlace, placeOf, stepped } from './hour-span.ts';
import type { HourMoves } from './use-hour-moves.ts';
import type { HourSheet } from './use-hour-pointer.ts';

/**
 * Moves a record by the keyboard while Alt is held: the arrows take it to other hours and columns, with Shift they make it
 * longer or shorter. Letting Alt go leaves it there; Escape gives it up.
 */
export function useHourKeys(display: CalendarDisplay, block: HourBlock, moves: HourMoves, sheet: HourSheet) {
  const place = useRef<HourPlace>(undefined);
  const giveUp = () => {
    if (place.current === undefined) return;
    place.current = undefined;
    moves.cancel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && place.current !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      return giveUp();
    }
    if (!event.altKey) return;
    const next = afterKey(event, place.current ?? placeOf(block, display), sheet);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    place.current = next;
    moves.hold(block, next);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key !== 'Alt' || place.current === undefined) return;
    event.preventDefault();
    place.current = undefined;
    moves.drop(block);
  };
  return { onKeyDown, onKeyUp, onBlur: giveUp };
}

/** Where a key takes a record; undefined for keys that take it nowhere. */
function afterKey({ key, shiftKey }: KeyboardEvent, at: HourPlace, sheet: HourSheet): HourPlace | undefined {
  switch (key) {
    case 'ArrowUp':
      return stepped(at, shiftKey ? { longer: -1 } : { move: -1 });
    case 'ArrowDown':
      return stepped(at, shiftKey ? { longer: 1 } : { move: 1 });
    case 'ArrowLeft':
      return beside(at, sheet, -1);
    case 'ArrowRight':
      return beside(at, sheet, 1);
    default:
      return undefined;
  }
}

/** The place in the next column it may go to; the same where there is none. */
function beside(at: HourPlace, { columns, isCrossing }: HourSheet, by: 1 | -1): HourPlace {
  const open = columns.filter(({ of }) => isCrossing || of?.id === at.column.of?.id);
  const column = open[open.findIndex(({ key }) => key === at.column.key) + by];
  return column === undefined ? at : { ...at, column };
}
