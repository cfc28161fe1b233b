import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { usePageDesign } from '../../host/page-design.tsx';
import { useSharedParts } from '../../parts/use-shared-parts.ts';
import { useListViews } from '../views/list-views-context.ts';
import { type ListLayout, plainLayout, readLayout, writeLayout } from './column-layout.ts';

/** The look of a list and the ways to change it. */
export type LayoutTools = {
  readonly layout: ListLayout;
  readonly change: (change: (before: ListLayout) => ListLayout) => void;
  readonly reset: () => void;
};

/** The look of a list: density and columns, as the view has them or as the user left them in it. */
export function useListLayout({ columns }: ListView): LayoutTools {
  const { chosen, persisted } = useListViews();
  const { saved } = chosen;
  const viewId = saved?.id ?? null;
  const own = useSyncExternalStore(persisted.subscribe, () => persisted.read(viewId));
  // Whoever designs sees the page as everybody gets it, not as he arranged it for himself.
  const kept = usePageDesign() === undefined ? (own ?? saved?.layout) : undefined;
  const layout = useSharedParts(useMemo(() => readLayout(kept, columns), [kept, columns]));
  const now = useRef(layout);
  useEffect(() => {
    now.current = layout;
  }, [layout]);
  const change = useCallback(
    (make: (before: ListLayout) => ListLayout) => {
      now.current = make(now.current);
      persisted.keep(viewId, writeLayout(now.current));
    },
    [persisted, viewId],
  );
  const reset = useCallback(() => {
    if (viewId !== null) persisted.keep(viewId, null);
    else change((before) => ({ ...plainLayout(columns), density: before.density }));
  }, [change, columns, persisted, viewId]);
  return useMemo(() => ({ layout, change, reset }), [layout, change, reset]);
}
