import { useMemo } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import type { RowsAbout } from './row-store.ts';

/** What the rows are about: selected ones stay so on other pages, and go with another filter. */
export function useRowsAbout(view: ListView, state: ListState): RowsAbout {
  const filter = JSON.stringify(whereOf(state, view) ?? null);
  const { page, cursor, size, sort } = state;
  const place = JSON.stringify([page, cursor, size, sort]);
  return useMemo(() => ({ filter, place }), [filter, place]);
}
