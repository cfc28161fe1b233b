import { refuse } from '../../kernel/errors/app-error.ts';
import { tableText } from '../../texts/files/table-text.ts';

/** A row of a table file: its number there, and its cells as text. */
export type TableRow = { readonly number: number; readonly cells: readonly string[] };

/** Most columns a table may have. */
export const maxColumns = 500;

/** A table with more columns than anybody fills in. */
export function refuseColumns(count: number): void {
  if (count > maxColumns)
    throw refuse('E_IMPORT_LIMIT', {
      got: tableText('table.columns', { count }),
      expected: tableText('table.columns.most', { maxColumns }),
    });
}
