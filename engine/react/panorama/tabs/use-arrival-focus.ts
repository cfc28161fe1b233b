import { type RefObject, useEffect, useRef } from 'react';
import { takeArrival } from '../../queue/arrival.ts';

const field = 'input:not(:disabled, [type="file"]), textarea:not(:disabled), [contenteditable="true"]';

/**
 * Puts the keyboard into the first field of a form whose record a queue gave, as soon as one can be filled in: who works
 * a queue off goes on typing. Whoever went elsewhere meanwhile stays there.
 */
export function useArrivalFocus(place: RefObject<HTMLElement | null>, id: string, isReady: boolean): void {
  const isAwaited = useRef(false);
  useEffect(() => {
    if (takeArrival(id)) isAwaited.current = true;
    const root = place.current;
    if (!isReady || !isAwaited.current || root === null) return;
    const look = () => {
      const first = firstField(root);
      if (first === undefined) return;
      isAwaited.current = false;
      observer.disconnect();
      // What is asked stands above it, and stays in sight.
      if (!isTyping()) first.focus({ preventScroll: true });
    };
    // Inputs of rich text come with their own script; some open once the record is claimed.
    const observer = new MutationObserver(look);
    observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled', 'contenteditable'] });
    look();
    return () => observer.disconnect();
  }, [place, id, isReady]);
}

function firstField(root: HTMLElement): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(field)].find((one) => one.checkVisibility());
}

function isTyping(): boolean {
  return document.activeElement?.matches(field) === true;
}
