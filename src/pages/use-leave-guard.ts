import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import type { Access } from '../access/access.ts';
import type { Tab } from '../tabs/tab-list.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import { tabAt } from './use-shown-tab.ts';

/** Asks before the user leaves typed work behind: for another record, or for another tab where this one is not kept. */
export function useLeaveGuard(access: Access, { key }: Tab, isKept: boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isKept && isOtherTab(access, key, currentLocation, nextLocation)) return false;
    return isOther(currentLocation, nextLocation) && unsavedPages.of(key) !== undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time something is held back
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const work = unsavedPages.of(key);
    if (work !== undefined) return work.ask({ go: blocker.proceed, stay: blocker.reset });
    blocker.proceed();
    return undefined;
  }, [blocker.state]);
}

/** Whether a place is shown in another tab, so that this one stays as it is. */
function isOtherTab(access: Access, key: string, from: Location, to: Location): boolean {
  if (from.pathname !== to.pathname) return true;
  const page = access.routes.byPath.get(to.pathname);
  return page !== undefined && tabAt(access, page, to).key !== key;
}

/** Another page, or the same about another record; what a list shows may change freely. */
function isOther(from: Location, to: Location): boolean {
  const record = ({ search }: Location) => new URLSearchParams(search).get('id');
  return from.pathname !== to.pathname || record(from) !== record(to);
}
