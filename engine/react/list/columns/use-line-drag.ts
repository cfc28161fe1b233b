import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { type RefObject, useEffect, useRef } from 'react';

/** Makes a line of columns that can be dragged, and onto which others can. */
export function useLineDrag(key: string, onPlace: (key: string) => void): RefObject<HTMLLIElement | null> {
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
      draggable({ element, getInitialData: () => ({ column: key }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data.column === 'string' && source.data.column !== key,
        onDragEnter: () => mark(true),
        onDragLeave: () => mark(false),
        onDrop: ({ source }) => {
          mark(false);
          if (typeof source.data.column === 'string') place.current(source.data.column);
        },
      }),
    );
  }, [key]);
  return line;
}
