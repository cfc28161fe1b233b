/** Attribute of an editable cell; its value is the key of the column. */
export const cellMark = 'data-edit-cell';

/** Cells that may be edited in a table, in reading order. */
function cellsIn(place: Element): readonly HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(`[${cellMark}]`)];
}

/** The editable cell before or after one, in its row and then in the next. */
export function cellBeside(cell: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const table = cell.closest('tbody');
  const cells = table === null ? [] : cellsIn(table);
  const index = cells.indexOf(cell);
  return index < 0 ? undefined : cells[index + by];
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
