import type { Figure } from '../../../model/drill/index.ts';
import { formats } from '../../formats/formats.ts';

/** A column of figures, or of the names in front of them. */
export type GridColumn = {
  readonly key: string;
  readonly title: string;
  /** What stands above this column and its neighbours of the same group. */
  readonly group?: string;
  readonly kind: 'name' | 'figure' | 'change';
  readonly unit: string;
};

/** One cell; `figure` says what its number is, where it can be followed to the rows behind it. */
export type GridCell = { readonly value: string | number | null; readonly figure?: Figure };

export type GridRow = { readonly key: string; readonly cells: readonly GridCell[] };

/** Figures in rows and columns: what a table, a pivot table and the table behind a chart have in common. */
export type Grid = {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  readonly total?: GridRow;
};

/** Words that stand in a grid besides its figures. */
export type GridWords = {
  readonly total: string;
  readonly now: string;
  readonly before: string;
  readonly change: string;
};

/** The column rows are ordered by. */
export type GridSort = { readonly column: number; readonly isDown: boolean };

/** The rows in the order of a column; what has no value comes last either way. Without one, as they came. */
export function sortedRows(rows: readonly GridRow[], sort: GridSort | undefined): readonly GridRow[] {
  if (sort === undefined) return rows;
  const { column, isDown } = sort;
  return [...rows].sort((a, b) => {
    const [left, right] = [a.cells[column]?.value ?? null, b.cells[column]?.value ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return isDown ? -compare(left, right) : compare(left, right);
  });
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : formats().compare(String(a), String(b));
}

/** The grid as CSV, amounts in yuan, for another program to read. */
export function gridCsv({ columns, rows, total }: Grid): string {
  const head = columns.map(({ group, title }) => (group === undefined ? title : `${group} ${title}`));
  const body = (total === undefined ? rows : [...rows, total]).map(({ cells }) =>
    columns.map((column, index) => plainValue(cells[index]?.value ?? null, column)),
  );
  return [head, ...body].map((line) => line.map(quoted).join(',')).join('\r\n');
}

function plainValue(value: string | number | null, { unit }: GridColumn): string {
  if (value === null) return '';
  if (typeof value === 'number')
    return unit === 'money' ? (value / 100).toFixed(2) : String(Math.round(value * 100) / 100);
  // A spreadsheet would take a name that begins like this for a formula.
  return /^[=+\-@\t]/.test(value) ? `'${value}` : value;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
