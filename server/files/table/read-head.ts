import { refuse } from '../../kernel/errors/app-error.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { TableFile, TableHead } from '../../kernel/services/table-inspector.ts';
import type { ReadBounds } from './read-budget.ts';
import { readTable } from './read-table.ts';

const maxShownLength = 200;

/** Reads the head of a table with so many rows; one without any filled row is refused (E_IMPORT_EMPTY). */
export async function readHead(
  table: TableFile,
  files: FileStore,
  sample: number,
  bounds: ReadBounds,
): Promise<TableHead> {
  let header: readonly string[] | undefined;
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readTable(table, files, bounds)) {
    if (header === undefined) header = cells.map((cell) => cell.trim().slice(0, maxShownLength));
    else rows.push(cells.map((cell) => cell.slice(0, maxShownLength)));
    if (rows.length >= sample) break;
  }
  if (header === undefined) throw refuse('E_IMPORT_EMPTY');
  return { header, rows };
}
