import { useCallback, useMemo, useState } from 'react';
import type { ListView } from '../../model/index.ts';

/** How densely rows stand. */
export type Density = 'large' | 'middle' | 'small';

/** What a user made of a list's look. Kept in this browser until the server keeps it. */
export type ListLayout = { readonly density: Density; readonly hidden: ReadonlySet<string> };

/** The look of a list and the ways to change it. */
export type LayoutTools = {
  readonly layout: ListLayout;
  readonly change: (next: ListLayout) => void;
  readonly reset: () => void;
};

const densities: readonly Density[] = ['large', 'middle', 'small'];

/** The look of a list: density and hidden columns, remembered per user and page. */
export function useListLayout(view: ListView, userId: string): LayoutTools {
  const key = `engine.list.${userId}.${view.page.name}`;
  const byPage = useMemo(
    () => new Set(view.columns.filter((column) => column.hidden).map((column) => column.key)),
    [view],
  );
  const [layout, setLayout] = useState<ListLayout>(() => stored(key, byPage));
  const change = useCallback(
    (next: ListLayout) => {
      setLayout(next);
      try {
        localStorage.setItem(key, JSON.stringify({ density: next.density, hidden: [...next.hidden] }));
      } catch {
        // A full or forbidden storage only forgets the look.
      }
    },
    [key],
  );
  const reset = useCallback(() => change({ density: 'middle', hidden: byPage }), [change, byPage]);
  return { layout, change, reset };
}

function stored(key: string, byPage: ReadonlySet<string>): ListLayout {
  const fallback: ListLayout = { density: 'middle', hidden: byPage };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return fallback;
    const density = 'density' in kept ? densities.find((known) => known === kept.density) : undefined;
    const hidden =
      'hidden' in kept && Array.isArray(kept.hidden)
        ? new Set(kept.hidden.filter((item) => typeof item === 'string'))
        : byPage;
    return { density: density ?? 'middle', hidden };
  } catch {
    return fallback;
  }
}
