import { startTransition, useEffect, useState } from 'react';
import type { FormSectionView } from '../../../model/view/index.ts';

/** So many fields fill a screen, and some more: they are there at once. */
const firstFields = 24;

/**
 * How many sections of a form are drawn: those that fill the first screen at once, the others one by one whenever
 * nothing else is to be done, so that a long form can be typed into before it is whole.
 */
export function useGrowing(sections: readonly FormSectionView[]): number {
  const [drawn, setDrawn] = useState(() => firstSections(sections));
  useEffect(() => {
    if (drawn >= sections.length) return undefined;
    return whenIdle(() => startTransition(() => setDrawn(drawn + 1)));
  }, [drawn, sections.length]);
  return drawn;
}

function firstSections(sections: readonly FormSectionView[]): number {
  let fields = 0;
  const beyond = sections.findIndex(({ items }) => {
    const isFull = fields >= firstFields;
    fields += items.length;
    return isFull;
  });
  return beyond < 0 ? sections.length : beyond;
}

/** Calls back when the browser has nothing to do, within a quarter of a second; returns what takes that back. */
function whenIdle(work: () => void): () => void {
  // Not every browser has it.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 250 });
  return () => cancelIdleCallback(handle);
}
