import { type RefObject, useEffect } from 'react';
import { bringNear, farMark } from '../session/rows/near-row.ts';

/** Of more rows than this those far from sight are not laid out. */
export const manyRows = 40;

/** How near to what is in sight a row is laid out, in pixels. */
const near = 240;

/**
 * Marks the rows far from sight, so that a key pressed in one of many rows does not lay out and paint all of them; each
 * keeps its height. The row with the keyboard and those beside it are never far: Tab finds them.
 */
export function useFarRows(body: RefObject<HTMLTableSectionElement | null>, count: number): void {
  useEffect(() => {
    const { current } = body;
    if (current === null || count <= manyRows) return undefined;
    const lines = [...current.children].filter((line) => line instanceof HTMLElement);
    const observer = new IntersectionObserver((entries) => entries.forEach(mark), {
      root: scrolledAround(current),
      rootMargin: `${near}px`,
    });
    for (const line of lines) observer.observe(line);
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element) for (const line of besides(target.closest('tr'))) bringNear(line);
    };
    current.addEventListener('focusin', onFocus);
    return () => {
      observer.disconnect();
      current.removeEventListener('focusin', onFocus);
      for (const line of lines) bringNear(line);
    };
  }, [body, count]);
}

function mark({ target, isIntersecting, boundingClientRect }: IntersectionObserverEntry): void {
  if (isIntersecting) {
    bringNear(target);
    return;
  }
  const isHeld = besides(target).some((line) => line?.contains(document.activeElement) === true);
  if (!(target instanceof HTMLElement) || isHeld || target.hasAttribute(farMark)) return;
  target.style.setProperty('height', `${boundingClientRect.height}px`);
  target.setAttribute(farMark, '');
}

function besides(line: Element | null): readonly (Element | null | undefined)[] {
  return [line?.previousElementSibling, line, line?.nextElementSibling];
}

/** What scrolls around an element; null where that is the window. */
function scrolledAround(element: HTMLElement): HTMLElement | null {
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    const { overflowY } = getComputedStyle(above);
    if ((overflowY === 'auto' || overflowY === 'scroll') && above.scrollHeight > above.clientHeight) return above;
  }
  return null;
}
