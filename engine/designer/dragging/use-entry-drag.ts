import type { PointerEvent } from 'react';
import { namesIn } from '../document/edits.ts';
import { useDesigning } from '../host/designing.ts';
import { drawnItems, slideAtEdge, within } from './drawn-items.ts';
import { type DropPlace, dropPlaceAt, keyBefore, type PlaceDrag } from './drop-place.ts';
import { followPointer, type PointerPlace } from './follow-pointer.ts';

const none: ReadonlySet<string> = new Set();

/**
 * What is not on the page yet is dragged there, beside an item of the list it is for; let go elsewhere it is added nowhere.
 * `onDrag` is told where it would be let go, `onDrop` the key it goes behind, null for the first place. By keyboard it is
 * added with Enter.
 */
export function useEntryDrag(list: string | undefined, onDrag: (drag: PlaceDrag | undefined) => void) {
  const { session } = useDesigning();
  return (event: PointerEvent<HTMLElement>, onDrop: (after: string | null) => void) => {
    const page = event.currentTarget.closest('.designer-frame')?.querySelector<HTMLElement>('.designer-canvas');
    if (event.button !== 0 || !page || list === undefined) return;
    let drop: DropPlace | undefined;
    followPointer(
      { x: event.clientX, y: event.clientY },
      {
        onMove: (pointer) => {
          const isOver = isWithin(page, pointer);
          if (isOver) slideAtEdge(page, pointer);
          drop = isOver ? dropPlaceAt(drawnItems(page, list, session), none, within(page, pointer)) : undefined;
          onDrag({ dragged: [], drop });
        },
        onEnd: (isKept) => {
          onDrag(undefined);
          if (isKept && drop !== undefined) onDrop(keyBefore(namesIn(session.read().stack.document, list), none, drop));
        },
      },
    );
  };
}

function isWithin(element: HTMLElement, { x, y }: PointerPlace): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
