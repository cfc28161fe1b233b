import { fileTypes } from '../../../engine/model/index.ts';
import { refuse } from '../../http/app-error.ts';
import { withoutUnstorable } from '../../http/hostile-input.ts';
import type { FileStore } from '../file-store.ts';
import type { TableFile, TableRow } from './table-row.ts';

/**
 * Reads the rows of a table file as it streams: memory does not grow with it. Empty rows are left out, and of the cells
 * what the database cannot keep, which comes along where lists are copied from elsewhere.
 */
export async function* readTable(file: TableFile, files: FileStore): AsyncIterable<TableRow> {
  const read = await readerOf(file);
  for await (const row of read(file, files)) {
    const cells = row.cells.map(withoutUnstorable);
    if (cells.some((cell) => cell.trim() !== '')) yield { ...row, cells };
  }
}

async function readerOf({ mime }: TableFile): Promise<(file: TableFile, files: FileStore) => AsyncIterable<TableRow>> {
  if (mime === fileTypes.xlsx.mime) return (await import('./read-xlsx.ts')).readXlsx;
  if (mime === fileTypes.csv.mime || mime === fileTypes.txt.mime) return (await import('./read-csv.ts')).readCsv;
  throw refuse('E_IMPORT_FILE', { got: mime === fileTypes.xls.mime ? '旧版 xls' : mime });
}

/** Whether a file is an xlsx file, so that what is given back can be one too. */
export function isXlsx({ mime }: Pick<TableFile, 'mime'>): boolean {
  return mime === fileTypes.xlsx.mime;
}
