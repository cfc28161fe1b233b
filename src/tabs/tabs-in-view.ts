import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ShownTab } from './tab-item.tsx';

type List = RefObject<HTMLElement | null>;

/**
 * Scrolls to the whole tab that is shown, once it is there and again when it or the room for the tabs changes, and to one
 * that was opened beside it.
 */
export function useTabsInView(list: List, tabs: readonly ShownTab[], shown: string | undefined): void {
  const isThere = tabs.some(({ key }) => key === shown);
  const known = useRef(new Set(tabs.map(({ key }) => key)));
  const added = tabs.find(({ key }) => !known.current.has(key))?.key;
  useEffect(() => {
    known.current = new Set(tabs.map(({ key }) => key));
  }, [tabs]);
  useEffect(() => {
    const tab = isThere ? tabAt(list, shown) : undefined;
    if (tab === undefined || list.current === null) return undefined;
    // It tells at once how things stand, too.
    const observer = new ResizeObserver(() => scrollTo(tab));
    for (const one of [list.current, tab]) observer.observe(one);
    return () => observer.disconnect();
  }, [list, shown, isThere]);
  useEffect(() => scrollTo(tabAt(list, added)), [list, added]);
}

function tabAt({ current }: List, key: string | undefined): Element | undefined {
  if (key === undefined) return undefined;
  return current?.querySelector(`[data-tab="${CSS.escape(key)}"]`) ?? undefined;
}

function scrollTo(tab: Element | undefined): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Whether the tabs have more to show than there is room for. */
export function useIsOverfull(list: List, tabs: readonly ShownTab[]): boolean {
  const [isOverfull, setIsOverfull] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs take other room
  useEffect(() => {
    const { current } = list;
    if (current === null) return undefined;
    // It tells at once how things stand, too, when the page has been laid out anyway.
    const observer = new ResizeObserver(() => setIsOverfull(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [list, tabs]);
  return isOverfull;
}
