import { createContext, useContext } from 'react';
import type { ChosenView, KnownViews } from '../state/known-views.ts';
import type { PersistedLayout } from './persisted-layout.ts';
import type { ViewCalls } from './view-calls.ts';

/** The views of the list being drawn, and the one it is in. */
export type ListViews = {
  readonly known: KnownViews;
  readonly chosen: ChosenView;
  readonly persisted: PersistedLayout;
  readonly calls: ViewCalls;
};

/** Holds them for everything drawn in the list. */
export const ListViewsContext = createContext<ListViews | undefined>(undefined);

/** The views of the list this component is drawn in. */
export function useListViews(): ListViews {
  const views = useContext(ListViewsContext);
  if (views === undefined) throw new TypeError('useListViews is only for components of a list');
  return views;
}
