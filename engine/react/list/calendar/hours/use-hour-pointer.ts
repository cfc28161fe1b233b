import { type PointerEvent, useRef } from 'react';
import type { CalendarDisplay } from '../../../../model/view/index.ts';
import { type HourBlock, type HourColumn, type HourPlace, placeOf, step, stepped } from './hour-span.ts';
import type { HourMoves } from './use-hour-moves.ts';

/** How far a pointer goes before what is below it is taken up. */
const threshold = 4;
/** How near the edge the columns begin to slide, and how far at a time. */
const edge = 40;

/** Where the columns are drawn: by which the pointer is read. */
export type HourSheet = {
  readonly columns: readonly HourColumn[];
  readonly range: { readonly from: number; readonly to: number };
  /** Whether records may go to a column of another. */
  readonly isCrossing: boolean;
};

type Grip = {
  readonly kind: 'move' | 'lengthen';
  readonly start: HourPlace;
  readonly x: number;
  readonly y: number;
  /** How far below its beginning the record was taken up, in minutes. */
  readonly offset: number;
  isHeld: boolean;
};

/** Takes records up with the pointer: anywhere to move them, at their lower edge to make them longer or shorter. */
export function useHourPointer(display: CalendarDisplay, block: HourBlock, moves: HourMoves, sheet: HourSheet) {
  const grip = useRef<Grip>(undefined);
  const wasHeld = useRef(false);
  const begin = (kind: Grip['kind']) => (event: PointerEvent<HTMLElement>) => {
    // A finger scrolls; it moves records from their cards.
    if (event.button !== 0 || event.pointerType === 'touch' || !moves.isMovable(block.record)) return;
    const start = placeOf(block, display);
    const under = minutesAt(event, sheet, columnElement(event.currentTarget));
    wasHeld.current = false;
    grip.current = { kind, start, x: event.clientX, y: event.clientY, offset: under - start.from, isHeld: false };
    event.currentTarget.setPointerCapture(event.pointerId);
    event.stopPropagation();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = grip;
    if (current === undefined) return;
    const far = Math.abs(event.clientX - current.x) > threshold || Math.abs(event.clientY - current.y) > threshold;
    if (!current.isHeld && !far) return;
    current.isHeld = true;
    wasHeld.current = true;
    event.preventDefault();
    slide(event);
    moves.hold(block, placeUnder(event, current, sheet));
  };
  const onPointerUp = () => {
    const { current } = grip;
    grip.current = undefined;
    if (current?.isHeld === true) moves.drop(block);
  };
  const cancel = () => {
    grip.current = undefined;
    moves.cancel();
  };
  return {
    onPointerDown: begin('move'),
    onLengthen: begin('lengthen'),
    onPointerMove,
    onPointerUp,
    onPointerCancel: cancel,
    /** Gives the record up that is held by the pointer; answers whether there was one. */
    giveUp: () => {
      if (grip.current?.isHeld !== true) return false;
      cancel();
      return true;
    },
    /** Whether the click that follows belongs to a movement. */
    takeClick: () => {
      const was = wasHeld.current;
      wasHeld.current = false;
      return was;
    },
  };
}

function placeUnder(event: PointerEvent<HTMLElement>, { kind, start, offset }: Grip, sheet: HourSheet): HourPlace {
  const root = event.currentTarget.closest<HTMLElement>('[data-hours]');
  const elements = [...(root?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
  if (kind === 'lengthen') {
    const own = elements.find(({ dataset }) => dataset.column === start.column.key);
    const end = snapped(minutesAt(event, sheet, own));
    return stepped(start, { longer: Math.round((end - start.to) / step) });
  }
  const under = elements.find((element) => {
    const { left, right } = element.getBoundingClientRect();
    return event.clientX >= left && event.clientX < right;
  });
  const column = sheet.columns.find(({ key }) => key === under?.dataset.column) ?? start.column;
  const isOther = column.of?.id !== start.column.of?.id;
  const to = isOther && !sheet.isCrossing ? start.column : column;
  const from = snapped(minutesAt(event, sheet, under) - offset);
  return stepped({ ...start, column: to }, { move: Math.round((from - start.from) / step) });
}

function columnElement(element: HTMLElement): HTMLElement | undefined {
  return element.closest<HTMLElement>('[data-column]') ?? undefined;
}

function minutesAt(
  { clientY }: { readonly clientY: number },
  { range }: HourSheet,
  column: HTMLElement | undefined,
): number {
  if (column === undefined) return range.from * 60;
  const { top, height } = column.getBoundingClientRect();
  return range.from * 60 + ((clientY - top) / height) * (range.to - range.from) * 60;
}

function snapped(minutes: number): number {
  return Math.round(minutes / step) * step;
}

/** Brings further columns into sight under a pointer at the edge. */
function slide({ clientX, currentTarget }: PointerEvent<HTMLElement>): void {
  const root = currentTarget.closest<HTMLElement>('[data-hours]');
  if (root === null) return;
  const { left, right } = root.getBoundingClientRect();
  if (clientX > right - edge) root.scrollLeft += edge;
  else if (clientX < left + edge * 2) root.scrollLeft -= edge;
}
