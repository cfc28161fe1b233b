import { useContext, useState } from 'react';
import { RowPickingContext } from '../../host/row-picking.ts';
import { RowStore } from './row-store.ts';

/** The rows of a list that is drawn: which are selected, by itself or for a form that picks from it. */
export function useRowStore(): RowStore {
  const picking = useContext(RowPickingContext);
  const [store] = useState(() => new RowStore(picking));
  return store;
}
