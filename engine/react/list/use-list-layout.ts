import { useCallback, useMemo, useRef, useState } from 'react';
import type { ListView } from '../../model/index.ts';
import { type ListLayout, plainLayout, readLayout, writeLayout } from './column-layout.ts';
import { useKept } from './keeper.ts';

/** The look of a list and the ways to change it. */
export type LayoutTools = {
  readonly layout: ListLayout;
  readonly change: (change: (before: ListLayout) => ListLayout) => void;
  readonly reset: () => void;
};

/** The look of a list: density and columns, remembered per user and page. */
export function useListLayout(view: ListView): LayoutTools {
  const { columns } = view;
  const kept = useKept(view.page.name);
  const [layout, setLayout] = useState<ListLayout>(() => readLayout(kept.read(), columns));
  const now = useRef(layout);
  const change = useCallback(
    (make: (before: ListLayout) => ListLayout) => {
      const next = make(now.current);
      now.current = next;
      setLayout(next);
      kept.keep(writeLayout(next));
    },
    [kept],
  );
  const reset = useCallback(
    () => change((before) => ({ ...plainLayout(columns), density: before.density })),
    [change, columns],
  );
  return useMemo(() => ({ layout, change, reset }), [layout, change, reset]);
}
