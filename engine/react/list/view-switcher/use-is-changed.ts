import { useMemo, useSyncExternalStore } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { readLayout } from '../layout/column-layout.ts';
import type { ListState } from '../state/list-state.ts';
import { showsSame } from '../state/view-state.ts';
import { useListViews } from '../views/list-views-context.ts';

/**
 * Whether the list differs from the view it is in: conditions, order and way of looking; in a saved view the columns
 * too. In the standard view the columns are the user's own and there is nothing they could differ from.
 */
export function useIsChanged(view: ListView, state: ListState, initial: ListState): boolean {
  const { chosen, persisted } = useListViews();
  const { saved } = chosen;
  const own = useSyncExternalStore(persisted.subscribe, () => persisted.read(saved?.id ?? null));
  return useMemo(() => {
    if (!showsSame(state, initial, view)) return true;
    if (saved === undefined || own === undefined) return false;
    const plain = (kept: unknown) => comparable(readLayout(kept, view.columns));
    return plain(own) !== plain(saved.layout);
  }, [view, state, initial, saved, own]);
}

function comparable(layout: ReturnType<typeof readLayout>): string {
  const sorted = (record: Readonly<Record<string, unknown>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
  const { density, order, widths, pins, hidden } = layout;
  return JSON.stringify([density, order, sorted(widths), sorted(pins), [...hidden].sort()]);
}
