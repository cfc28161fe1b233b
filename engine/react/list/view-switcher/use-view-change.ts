import { useMemo, useSyncExternalStore } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { readLayout } from '../layout/column-layout.ts';
import type { ListState } from '../state/list-state.ts';
import { findsSame, showsSame } from '../state/view-state.ts';
import { useListViews } from '../views/list-views-context.ts';

/** Whether the list differs from the view it is in, and whether there is anything to keep. */
export type ViewChange = { readonly isChanged: boolean; readonly canKeep: boolean };

/**
 * How the list differs from the view it is in: in conditions and order, in a saved view in the columns too. In the
 * standard view the columns are the user's own and there is nothing they could differ from. Another tab or another way
 * of looking is no change of a view, though it can be kept in one.
 */
export function useViewChange(view: ListView, state: ListState, initial: ListState): ViewChange {
  const { chosen, persisted } = useListViews();
  const { saved } = chosen;
  const own = useSyncExternalStore(persisted.subscribe, () => persisted.read(saved?.id ?? null));
  return useMemo(() => {
    const plain = (kept: unknown) => comparable(readLayout(kept, view.columns));
    const isArranged = saved !== undefined && own !== undefined && plain(own) !== plain(saved.layout);
    const isChanged = isArranged || !findsSame(state, initial, view);
    return { isChanged, canKeep: isChanged || !showsSame(state, initial, view) };
  }, [view, state, initial, saved, own]);
}

function comparable(layout: ReturnType<typeof readLayout>): string {
  const sorted = (record: Readonly<Record<string, unknown>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const { density, order, widths, pins, hidden } = layout;
  return JSON.stringify([density, order, sorted(widths), sorted(pins), [...hidden].sort()]);
}
