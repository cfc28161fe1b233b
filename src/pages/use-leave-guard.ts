import { useCallback, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import type { UnsavedWork } from '../../engine/react/index.ts';

type Guard = () => UnsavedWork | undefined;

/** Asks before the user leaves a page with typed work in it for another; the form with the work asks. */
export function useLeaveGuard(): (guard: Guard) => () => void {
  const guards = useRef(new Set<Guard>());
  const unsaved = () => [...guards.current].flatMap((guard) => guard() ?? [])[0];
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOther(currentLocation, nextLocation) && unsaved() !== undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time something is held back
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    return unsaved()?.ask({ go: () => blocker.proceed(), stay: () => blocker.reset() });
  }, [blocker.state]);
  return useCallback((guard) => {
    guards.current.add(guard);
    return () => guards.current.delete(guard);
  }, []);
}

/** Another page, or the same about another record; what a list shows may change freely. */
function isOther(from: Location, to: Location): boolean {
  const record = ({ search }: Location) => new URLSearchParams(search).get('id');
  return from.pathname !== to.pathname || record(from) !== record(to);
}
