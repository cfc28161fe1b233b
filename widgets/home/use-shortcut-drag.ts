import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type RefObject, useEffect, useRef } from 'react';

/** Makes a shortcut that can be dragged, and before which others can be put. */
export function useShortcutDrag(name: string, onPlace: (dragged: string) => void): RefObject<HTMLLIElement | null> {
  const item = useRef<HTMLLIElement>(null);
  const place = useRef(onPlace);
  useEffect(() => {
    place.current = onPlace;
  });
  useEffect(() => {
    const element = item.current;
    if (element === null) return undefined;
    const mark = (isOver: boolean) => element.toggleAttribute('data-over', isOver);
    return combine(
      draggable({ element, getInitialData: () => ({ shortcut: name }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.shortcut === 'string' && source.data.shortcut !== name,
        onDragEnter: () => mark(true),
        onDragLeave: () => mark(false),
        onDrop: ({ source }) => {
          mark(false);
          if (typeof source.data.shortcut === 'string') place.current(source.data.shortcut);
        },
      }),
    );
  }, [name]);
  return item;
}
