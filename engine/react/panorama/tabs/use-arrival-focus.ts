import { type RefObject, useEffect } from 'react';
import { takeArrival } from '../../queue/arrival.ts';

const field = 'input:not(:disabled), textarea:not(:disabled), [contenteditable="true"]';
/** Inputs of rich text come with their own script. */
const waitMs = 5000;

/** Puts the keyboard into the first field of a form whose record a queue gave: who works it off goes on typing. */
export function useArrivalFocus(place: RefObject<HTMLElement | null>, id: string, isReady: boolean): void {
  useEffect(() => {
    if (!isReady || !takeArrival(id)) return;
    const from = document.activeElement;
    const until = performance.now() + waitMs;
    let frame = 0;
    const look = () => {
      // Whoever went elsewhere meanwhile stays there.
      if (document.activeElement !== from && document.activeElement !== document.body) return;
      const first = firstField(place.current);
      if (first !== undefined) first.focus();
      else if (performance.now() < until) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [place, id, isReady]);
}

function firstField(root: HTMLElement | null): HTMLElement | undefined {
  return [...(root?.querySelectorAll<HTMLElement>(field) ?? [])].find((one) => one.checkVisibility());
}
