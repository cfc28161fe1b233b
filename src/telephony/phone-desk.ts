import { useSyncExternalStore } from 'react';
import type { DialRequest } from '../../engine/react/index.ts';

type Dial = (asked: DialRequest) => void;

let dial: Dial | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says how numbers on the pages are dialled; undefined where the user has no telephone. */
export function offerDialling(next: Dial | undefined): void {
  dial = next;
  for (const listener of [...listeners]) listener();
}

/** How a number on a page is dialled; undefined while, or where, the user has no telephone. */
export function useDial(): Dial | undefined {
  return useSyncExternalStore(subscribe, () => dial);
}
