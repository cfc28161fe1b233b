import { type RefObject, useEffect, useState } from 'react';
import { type RowStore, useRows } from '../rows/row-store.ts';

/** Cards drawn at first, and how many more whenever their end comes near. */
const step = 40;
/** How near, in screens of a phone. */
const ahead = '200% 0px';

/** How many of so many cards are drawn: those that were scrolled to, and the one that has the keyboard. */
export function useDrawn(end: RefObject<HTMLElement | null>, store: RowStore, count: number): number {
  const [reached, setReached] = useState(step);
  const place = useRows(store, () => (store.focused === undefined ? -1 : store.stops.indexOf(store.focused)));
  const drawn = Math.min(count, Math.max(reached, place + step));
  const isWhole = drawn >= count;
  useEffect(() => {
    const element = end.current;
    if (element === null || isWhole) return undefined;
    // Watched anew after each step: an end that stays near tells only once.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setReached(drawn + step);
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [end, drawn, isWhole]);
  return drawn;
}
