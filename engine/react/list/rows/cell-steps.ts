import { flushSync } from 'react-dom';
import type { RowStore } from './row-store.ts';

/** Attribute of an editable cell; its value is the key of the column. */
export const cellMark = 'data-edit-cell';

/** Cells that may be edited in a row, in reading order. */
function cellsIn(place: Element): readonly HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(`[${cellMark}]`)];
}

/** The editable cell before or after one, in its row and then in the next. */
export function cellBeside(cell: HTMLElement, by: 1 | -1, store: RowStore): HTMLElement | undefined {
  const row = cell.closest<HTMLElement>('[data-row-key]');
  if (row === null) return undefined;
  const cells = cellsIn(row);
  const beside = cells[cells.indexOf(cell) + by];
  if (beside !== undefined) return beside;
  const from = store.rows.findIndex(({ id }) => id === row.dataset.rowKey);
  for (let place = from + by; place >= 0; place += by) {
    const id = store.rows[place]?.id;
    if (id === undefined) return undefined;
    // Of a large table only the row that is to have the keyboard is surely drawn, and drawn whole.
    flushSync(() => store.focus(id));
    const next = row.parentElement?.querySelector(`[data-row-key="${CSS.escape(id)}"]`) ?? null;
    const found = next === null ? undefined : cellsIn(next).at(by === 1 ? 0 : -1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first editable cell of the row that has the keyboard. */
export function firstCellOf(row: Element | null): HTMLElement | undefined {
  return row === null ? undefined : cellsIn(row)[0];
}

/** Asks a cell to be edited, as a double click does. */
export function openCell(cell: HTMLElement | undefined): void {
  cell?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, cancelable: true }));
}

/** Gives the keyboard back to the row of a cell. */
export function focusRowOf(cell: Element | null): void {
  cell?.closest<HTMLElement>('[data-row-key]')?.focus();
}
