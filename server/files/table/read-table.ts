import { fileTypes } from '../../../engine/model/fields/index.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { TableFile } from '../../kernel/services/table-inspector.ts';
import { withoutUnstorable } from '../../kernel/text/hostile-input.ts';
import { tableText } from '../../texts/files/table-text.ts';
import { type ReadBounds, ReadBudget, wholeTable } from './read-budget.ts';
import type { TableRow } from './table-row.ts';

/**
 * Reads the rows of a table file as it streams: memory does not grow with it. Empty rows are left out, and of the cells
 * what the database cannot keep, which comes along where lists are copied from elsewhere; beyond the bounds it refuses.
 */
export async function* readTable(
  file: TableFile,
  files: FileStore,
  bounds: ReadBounds = wholeTable,
): AsyncIterable<TableRow> {
  const read = await readerOf(file);
  for await (const row of read(file, files, new ReadBudget(bounds))) {
    const cells = row.cells.map(withoutUnstorable);
    if (cells.some((cell) => cell.trim() !== '')) yield { ...row, cells };
  }
}

type Reader = (file: TableFile, files: FileStore, budget: ReadBudget) => AsyncIterable<TableRow>;

async function readerOf({ mime }: TableFile): Promise<Reader> {
  if (mime === fileTypes.xlsx.mime) return (await import('./read-xlsx.ts')).readXlsx;
  if (mime === fileTypes.csv.mime || mime === fileTypes.txt.mime) return (await import('./read-csv.ts')).readCsv;
  throw refuse('E_IMPORT_FILE', { got: mime === fileTypes.xls.mime ? tableText('table.xls') : mime });
}

/** Whether a file is an xlsx file, so that what is given back can be one too. */
export function isXlsx({ mime }: Pick<TableFile, 'mime'>): boolean {
  return mime === fileTypes.xlsx.mime;
}
