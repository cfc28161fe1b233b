import { createContext, type ReactNode, useContext } from 'react';
import type { ActionView, ColumnView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { CellEdits } from './cell-edits.ts';
import type { RowStore } from './row-store.ts';

/** What every row of a table is drawn with; the same object until something of it changes. */
export type TableKit = {
  readonly columns: readonly ColumnView[];
  readonly actions: readonly ActionView[];
  /** Room for them where somebody chose it, in whole characters: rows are not drawn anew with every pixel of an edge. */
  readonly actionsRoom?: number;
  readonly canSelect: boolean;
  readonly store: RowStore;
  /** Which cell is being edited. */
  readonly edits?: CellEdits;
  /** Field that names a record. */
  readonly label: string;
  /** Opens and closes what stands below a row of a tree. */
  readonly nodeButton?: (record: WireRecord) => ReactNode;
};

/** Hands the kit to the rows. */
export const TableKitContext = createContext<TableKit | undefined>(undefined);

/** The kit of the table this stands in. */
export function useTableKit(): TableKit {
  const kit = useContext(TableKitContext);
  if (kit === undefined) throw new TypeError('useTableKit is only for parts of a table');
  return kit;
}

/** What a record is called, in accessible names. */
export function nameOf(record: WireRecord, label: string): string {
  const name = record[label];
  return typeof name === 'string' ? name : '';
}
