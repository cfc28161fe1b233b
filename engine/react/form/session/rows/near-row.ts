/** Marks a row that is far from sight: what belongs to it is not laid out. */
export const farMark = 'data-far';

/** Lays out what belongs to a row that is far from sight, for whoever is about to put the keyboard there. */
export function bringNear(line: Element | null | undefined): void {
  if (!(line instanceof HTMLElement) || !line.hasAttribute(farMark)) return;
  line.removeAttribute(farMark);
  line.style.removeProperty('height');
}
