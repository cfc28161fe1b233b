import type { ListView } from '../../../model/view/index.ts';
import type { ListLayout } from '../layout/column-layout.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { ListState } from '../state/list-state.ts';

/** What an export is about. */
export type ExportedList = {
  readonly view: ListView;
  readonly state: ListState;
  readonly layout?: ListLayout;
  readonly store?: RowStore;
};
