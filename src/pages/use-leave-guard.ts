import { useEffect } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import type { PageRoute } from '../routes/menu-routes.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';

/** Asks before the user leaves typed work behind: for another record, or for another page where this one is not kept. */
export function useLeaveGuard({ name }: PageRoute, isKept: boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isKept && currentLocation.pathname !== nextLocation.pathname) return false;
    return isOther(currentLocation, nextLocation) && unsavedPages.of(name) !== undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time something is held back
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    const work = unsavedPages.of(name);
    if (work !== undefined) return work.ask({ go: blocker.proceed, stay: blocker.reset });
    blocker.proceed();
    return undefined;
  }, [blocker.state]);
}

/** Another page, or the same about another record; what a list shows may change freely. */
function isOther(from: Location, to: Location): boolean {
  const record = ({ search }: Location) => new URLSearchParams(search).get('id');
  return from.pathname !== to.pathname || record(from) !== record(to);
}
