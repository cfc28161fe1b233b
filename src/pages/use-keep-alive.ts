import { useEffect, useLayoutEffect, useState } from 'react';
import type { PageRoute } from '../routes/menu-routes.ts';
import { useSettings } from '../settings/settings.ts';
import { useTabs } from '../tabs/tabs.ts';

/** A page that is drawn, shown or in the background: what it shows, and how far it was scrolled. */
export type KeepAlivePage = {
  /** Of its tab. */
  readonly key: string;
  readonly page: PageRoute;
  readonly search: string;
  readonly scroll: { top: number };
};

/** So many pages stay as they were left; of those left longest ago only the address is kept. */
const maxKept = 8;

/**
 * The page that is shown first, behind it those whose tabs are open, last shown first. A page that wants to start anew
 * each time is never among them.
 */
export function useKeepAlive(key: string, page: PageRoute, search: string): readonly KeepAlivePage[] {
  const { tabs } = useTabs();
  const { isMultiTab } = useSettings();
  const [kept, setKept] = useState<readonly KeepAlivePage[]>([]);
  const stays = (one: KeepAlivePage) =>
    isMultiTab && one.page.keepAlive && one.key !== key && tabs.some((tab) => tab.key === one.key);
  const before = kept.find((one) => one.key === key);
  const shown = before?.search === search ? before : { key, page, search, scroll: before?.scroll ?? { top: 0 } };
  const wanted = [shown, ...kept.filter(stays)].slice(0, maxKept);
  const isSame = wanted.length === kept.length && wanted.every((one, place) => one === kept[place]);
  if (!isSame) setKept(wanted);
  useScroll(shown);
  return isSame ? kept : wanted;
}

/** Brings a page back to where it was scrolled to, and keeps in mind how far it is scrolled. */
function useScroll({ key, scroll }: KeepAlivePage): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another tab is shown
  useLayoutEffect(() => {
    const { top } = scroll;
    if (top === 0) return undefined;
    // After the router, which begins every page at its top.
    const frame = requestAnimationFrame(() => window.scrollTo(0, top));
    return () => cancelAnimationFrame(frame);
  }, [key]);
  useEffect(() => {
    const note = () => {
      scroll.top = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [scroll]);
}
