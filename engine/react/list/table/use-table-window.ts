import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Density } from '../layout/column-layout.ts';
import { columnsWithin, isSameSpan, type KeyRange, rowsWithin, type Span } from './window.ts';

/** Up to so many rows, and so many columns, all of them are drawn; fewer columns where rows come and go. */
export const maxRowsWhole = 60;
const maxColumnsWhole = 20;
const maxColumnsOfLong = 10;

/** Height of a row in pixels: one line of text. Where not all rows are drawn, it keeps the room of the others. */
export const rowHeights: Readonly<Record<Density, number>> = { large: 48, middle: 40, small: 36 };

/** What of a table is drawn: its rows, and of its columns some; without them all. */
export type TableWindow = { readonly rows: Span; readonly columns?: Span };

type WindowOptions = {
  readonly count: number;
  readonly height: number;
  /** Where each column begins, and where the last one ends. */
  readonly edges: readonly number[];
};

/** What of a table is in sight, in pixels from its first row and its first column. */
type Sight = { readonly down: KeyRange; readonly across: KeyRange };

/** Which rows and columns of a large table, whose rows stand in `place`, are near what is in sight; on paper it has all its rows. */
export function useTableWindow(place: RefObject<HTMLElement | null>, options: WindowOptions): TableWindow {
  const { count, height, edges } = options;
  const isLong = count > maxRowsWhole;
  const isWide = edges.length - 1 > (isLong ? maxColumnsOfLong : maxColumnsWhole);
  const [sight, setSight] = useState(firstSight);
  const [isOnPaper, setOnPaper] = useState(false);
  const latest = useRef(sight);
  useLayoutEffect(() => {
    const body = place.current;
    if (!(isLong || isWide) || body === null) return undefined;
    const measure = () => {
      const next = sightOf(body);
      if (isNothingNew(latest.current, next, { count, height, edges })) return;
      latest.current = next;
      setSight(next);
    };
    const stop = onMoved(body, measure);
    const forget = onPaper(setOnPaper);
    measure();
    return () => {
      stop();
      forget();
    };
  }, [place, isLong, isWide, count, height, edges]);
  const rows = isLong && !isOnPaper ? rowsWithin(sight.down, count, height) : { first: 0, end: count };
  const { first, end } = columnsWithin(sight.across, edges);
  // Rows are drawn anew with another object.
  const columns = useMemo(() => ({ first, end }), [first, end]);
  return isWide ? { rows, columns } : { rows };
}

/** What is drawn before anything could be measured: the beginning. */
function firstSight(): Sight {
  return { down: { from: 0, to: window.innerHeight }, across: { from: 0, to: window.innerWidth } };
}

function sightOf(body: HTMLElement): Sight {
  const { top } = body.getBoundingClientRect();
  const { scrollLeft, clientWidth } = body;
  return {
    down: { from: -top, to: window.innerHeight - top },
    across: { from: scrollLeft, to: scrollLeft + clientWidth },
  };
}

function isNothingNew(before: Sight, now: Sight, { count, height, edges }: WindowOptions): boolean {
  return (
    isSameSpan(rowsWithin(before.down, count, height), rowsWithin(now.down, count, height)) &&
    isSameSpan(columnsWithin(before.across, edges), columnsWithin(now.across, edges))
  );
}

/** Tells when other rows or columns may be in sight. What a scroll brings there is drawn in the same frame. */
function onMoved(body: HTMLElement, measure: () => void): () => void {
  const onScroll = ({ target }: Event) => {
    if (target instanceof Node && target.contains(body)) flushSync(measure);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(body);
  document.addEventListener('scroll', onScroll, { capture: true, passive: true });
  window.addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    document.removeEventListener('scroll', onScroll, { capture: true });
    window.removeEventListener('resize', measure);
  };
}

/** Tells when the page is about to be printed, and when it was. */
function onPaper(set: (isOnPaper: boolean) => void): () => void {
  const before = () => flushSync(() => set(true));
  const after = () => set(false);
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}
