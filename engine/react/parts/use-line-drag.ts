import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Makes a line of a list that can be dragged onto its neighbours, and they onto it. Lines of another `list` are none of
 * its own; `onPlace` is told the key of the one that was let go here.
 */
export function useLineDrag(
  list: string,
  key: string,
  onPlace: (key: string) => void,
): RefObject<HTMLLIElement | null> {
  const line = useRef<HTMLLIElement>(null);
  const place = useRef(onPlace);
  useEffect(() => {
    place.current = onPlace;
  });
  useEffect(() => {
    const element = line.current;
    if (element === null) return undefined;
    const mark = (isOver: boolean) => element.toggleAttribute('data-over', isOver);
    return combine(
      draggable({ element, getInitialData: () => ({ list, line: key }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source: { data } }) => data.list === list && data.line !== key,
        onDragEnter: () => mark(true),
        onDragLeave: () => mark(false),
        onDrop: ({ source }) => {
          mark(false);
          if (typeof source.data.line === 'string') place.current(source.data.line);
        },
      }),
    );
  }, [list, key]);
  return line;
}
