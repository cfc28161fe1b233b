import type { PointerEvent } from 'react';

/** A text cut short is told whole under the pointer. */
export function tellWholeText({ target }: PointerEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest('td') : null;
  if (cell === null || cell.title !== '') return;
  const isCut = [cell, ...cell.querySelectorAll('.engine-long, .engine-toned')].some(
    (part) => part.scrollWidth > part.clientWidth + 1,
  );
  if (isCut && cell.querySelector('button, input') === null) cell.title = cell.innerText;
}
