import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OtherLine, TableLine } from './table-body.tsx';

/**
 * The line that stays below the head while what belongs to it goes by: the last one above what is in sight that can be
 * held. The next one pushes it away, by the custom property `--engine-held-shift` of the table.
 */
export function useHeldLine(root: RefObject<HTMLElement | null>, lines: readonly TableLine[]): OtherLine | undefined {
  const stops = useMemo(() => lines.flatMap((line, place) => ('draw' in line && line.held ? [place] : [])), [lines]);
  const [held, setHeld] = useState<number>();
  useLayoutEffect(() => {
    const table = root.current;
    if (stops.length === 0 || table === null) return undefined;
    let before: number | undefined;
    const measure = () => {
      const { place, shift } = heldAt(table, stops);
      table.style.setProperty('--engine-held-shift', `${shift}px`);
      if (place === before) return;
      before = place;
      setHeld(place);
    };
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(table)) flushSync(measure);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(table);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [root, stops]);
  const line = held === undefined || !stops.includes(held) ? undefined : lines[held];
  return line !== undefined && 'draw' in line ? line : undefined;
}

type Held = { readonly place: number | undefined; readonly shift: number };

/** Which line is held, and by how many pixels the next one has pushed it up. */
function heldAt(table: HTMLElement, stops: readonly number[]): Held {
  const head = table.querySelector('thead > tr')?.getBoundingClientRect();
  const rows = [...table.querySelectorAll<HTMLElement>('tbody > tr')];
  if (head === undefined) return { place: undefined, shift: 0 };
  const first = rows.find((row) => row.getBoundingClientRect().bottom > head.bottom);
  // Nothing goes by below the head, or all of it has.
  if (first === undefined || first.getBoundingClientRect().top >= head.bottom) return { place: undefined, shift: 0 };
  const at = placeOf(first);
  const place = stops.findLast((stop) => stop <= at);
  const next = rows.find((row) => placeOf(row) > at && stops.includes(placeOf(row)));
  if (place === undefined || next === undefined) return { place, shift: 0 };
  const room = next.getBoundingClientRect().top - head.bottom;
  return { place, shift: Math.min(0, room - first.getBoundingClientRect().height) };
}

function placeOf(row: HTMLElement): number {
  return Number(row.getAttribute('aria-rowindex')) - 2;
}
