import { type RefObject, useLayoutEffect, useState } from 'react';
import { isTime } from '../../../model/fields/index.ts';
import type { FilterView } from '../../../model/view/index.ts';

/** Pixels of one condition with its title, of the search, and of the buttons after them. */
const widths = { filter: 232, span: 344, search: 256, buttons: 316 } as const;

/** Which conditions stand in the one line a list has for them: the first ones, as many as it has room for. */
export function useFilterRoom(
  line: RefObject<HTMLElement | null>,
  filters: readonly FilterView[],
  hasSearch: boolean,
): ReadonlySet<string> {
  const [width, setWidth] = useState(() => window.innerWidth - 272);
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [line]);
  return inRoom(filters, width - widths.buttons - (hasSearch ? widths.search : 0));
}

function inRoom(filters: readonly FilterView[], width: number): ReadonlySet<string> {
  const shown = new Set<string>();
  let left = width;
  for (const filter of filters) {
    if (filter.folded) continue;
    left -= isSpan(filter) ? widths.span : widths.filter;
    if (left < 0 && shown.size > 0) break;
    shown.add(filter.key);
  }
  return shown;
}

/** Two days or months beside each other. */
function isSpan({ field }: FilterView): boolean {
  return isTime(field);
}
