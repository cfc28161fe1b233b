import { type RefObject, useEffect, useRef, useState } from 'react';
import { namesIn, pathAround, pathBelow } from '../document/edits.ts';
import { drawnItems, slideAtEdge, within } from '../dragging/drawn-items.ts';
import { type DropPlace, dropPlaceAt, keyBefore, type PlaceDrag } from '../dragging/drop-place.ts';
import { followPointer } from '../dragging/follow-pointer.ts';
import { useDesigning } from '../host/designing.ts';
import { useCommands } from '../host/use-commands.ts';
import type { DesignSession } from '../session/design-session.ts';

/**
 * Nodes of a list are taken up where they are drawn and let go beside another one of it: those selected together go
 * together. The keyboard moves them with Alt and an arrow.
 */
export function usePlaceDrag(
  root: RefObject<HTMLElement | null>,
  nodeAt: (target: Element) => string | undefined,
): PlaceDrag | undefined {
  const { session } = useDesigning();
  const { place } = useCommands();
  const [drag, setDrag] = useState<PlaceDrag>();
  const latest = useRef(nodeAt);
  latest.current = nodeAt;
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const onDown = (event: PointerEvent) => {
      const at = wasTaken(event, element) ? latest.current(event.target) : undefined;
      const taken = at === undefined ? undefined : takenWith(at, session);
      if (taken === undefined) return;
      const { list, names } = taken;
      const dragged = new Set(names);
      let drop: DropPlace | undefined;
      followPointer(
        { x: event.clientX, y: event.clientY },
        {
          onMove: (pointer) => {
            slideAtEdge(element, pointer);
            drop = dropPlaceAt(drawnItems(element, list, session), dragged, within(element, pointer));
            setDrag({ dragged: names.map((name) => pathBelow(list, name)), drop });
          },
          onEnd: (isKept) => {
            setDrag(undefined);
            if (isKept && drop !== undefined)
              place(list, names, keyBefore(namesIn(session.read().stack.document, list), dragged, drop));
          },
        },
      );
    };
    element.addEventListener('pointerdown', onDown, { capture: true });
    return () => element.removeEventListener('pointerdown', onDown, { capture: true });
  }, [root, session, place]);
  return drag;
}

type Taking = PointerEvent & { readonly target: Element };

/** The page itself is taken hold of, by what takes hold of it and nothing more. */
function wasTaken(event: PointerEvent, element: HTMLElement): event is Taking {
  const { button, ctrlKey, metaKey, shiftKey, target } = event;
  if (button !== 0 || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return false;
  return element.firstElementChild?.contains(target) === true;
}

/** The nodes of one list that go together with one of them; undefined for what stands in no list, or is hidden. */
function takenWith(at: string, session: DesignSession) {
  const { around: list, name } = pathAround(at);
  const { stack, selected } = session.read();
  const present = namesIn(stack.document, list);
  if (!present.includes(name)) return undefined;
  if (!selected.includes(at)) return { list, names: [name] };
  const together = new Set(
    selected.filter((one) => pathAround(one).around === list).map((one) => pathAround(one).name),
  );
  return { list, names: present.filter((one) => together.has(one)) };
}
