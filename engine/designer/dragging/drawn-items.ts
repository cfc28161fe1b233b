import { namesIn, pathBelow } from '../document/edits.ts';
import { boxOf, elementOfPath } from '../drawn/drawn-nodes.ts';
import type { DesignSession } from '../session/design-session.ts';
import type { PointerPlace } from './follow-pointer.ts';

/** How near an edge of the page it begins to slide, and how far at a time. */
const edge = 40;
const slide = 12;

/** The items of a list as they are drawn. */
export function drawnItems(element: HTMLElement, list: string, session: DesignSession) {
  return namesIn(session.read().stack.document, list).flatMap((name) => {
    const drawn = elementOfPath(element, pathBelow(list, name));
    return drawn === undefined ? [] : [{ name, box: boxOf(element, drawn) }];
  });
}

/** A place of the window within what scrolls. */
export function within(element: HTMLElement, { x, y }: PointerPlace): PointerPlace {
  const { left, top } = element.getBoundingClientRect();
  return { x: x - left + element.scrollLeft, y: y - top + element.scrollTop };
}

/** Slides the page on where a pointer comes near its edge. */
export function slideAtEdge(element: HTMLElement, { x, y }: PointerPlace): void {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const towards = (at: number, start: number, end: number) =>
    at < start + edge ? -slide : at > end - edge ? slide : 0;
  element.scrollBy(towards(x, left, right), towards(y, top, bottom));
}
