import { type RefObject, useEffect, useState } from 'react';

/** How much smaller than in truth something is drawn, so that so many pixels of width fit into a place; never larger. */
export function useScale(place: RefObject<HTMLElement | null>, width: number): number {
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    watch.observe(element);
    return () => watch.disconnect();
  }, [place, width]);
  return scale;
}
