/**
 * Roles that a table has by itself, written out: rows and cells are laid out as grids, and some readers of the screen
 * go by the layout.
 */
export const tableRoles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  /** Room that is left over: no column of its own. */
  spare: { 'aria-hidden': true },
  heading: { role: 'columnheader', scope: 'col' },
} as const;
