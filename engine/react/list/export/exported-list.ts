import type { ListView } from '../../../model/index.ts';
import type { ListLayout } from '../column-layout.ts';
import type { ListState } from '../list-state.ts';
import type { RowStore } from '../row-store.ts';

/** What an export is about. */
export type ExportedList = {
  readonly view: ListView;
  readonly state: ListState;
  readonly layout?: ListLayout;
  readonly store?: RowStore;
};
