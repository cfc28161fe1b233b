import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Where in a line something is held: at its upper edge, its lower edge, or on it. */
export type Held = 'before' | 'after' | 'inside';

type NodeDrag = {
  /** Absent where nothing can be moved. */
  readonly onDrop: ((id: string, held: Held) => void) | undefined;
  /** Whether a node may be let go here. */
  readonly takes: (id: string) => boolean;
};

const kind = 'tree-filter-node';

/** Lets a line be taken up, and others be let go on it; answers where one is held over it. */
export function useNodeDrag(
  root: RefObject<HTMLElement | null>,
  id: string,
  { onDrop, takes }: NodeDrag,
): Held | undefined {
  const [held, setHeld] = useState<Held>();
  // What is told last counts: while something is held, nothing is registered anew.
  const latest = useRef({ onDrop, takes });
  useEffect(() => {
    latest.current = { onDrop, takes };
  });
  const isMovable = onDrop !== undefined;
  useEffect(() => {
    const element = root.current;
    if (element === null || !isMovable) return undefined;
    const stopDragging = draggable({ element, getInitialData: () => ({ kind, id }) });
    const over = (y: number) => setHeld(heldAt(y, element));
    const stopTaking = dropTargetForElements({
      element,
      canDrop: ({ source }) =>
        source.data.kind === kind && typeof source.data.id === 'string' && latest.current.takes(source.data.id),
      onDragEnter: ({ location }) => over(location.current.input.clientY),
      onDrag: ({ location }) => over(location.current.input.clientY),
      onDragLeave: () => setHeld(undefined),
      onDrop: ({ source, location }) => {
        setHeld(undefined);
        if (typeof source.data.id === 'string')
          latest.current.onDrop?.(source.data.id, heldAt(location.current.input.clientY, element));
      },
    });
    return () => {
      stopDragging();
      stopTaking();
    };
  }, [root, id, isMovable]);
  return held;
}

/** The outer quarters of a line are between the lines. */
function heldAt(y: number, element: HTMLElement): Held {
  const { top, height } = element.getBoundingClientRect();
  const part = (y - top) / height;
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'inside';
}
