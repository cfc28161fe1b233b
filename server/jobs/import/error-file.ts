import { fileTypes } from '../../../engine/model/fields/index.ts';
import type { TableCell } from '../../fields/kind/server-field-type.ts';
import { saveFile } from '../../files/file-rows.ts';
import { isXlsx } from '../../files/table/read-table.ts';
import { csvStream } from '../../files/table/write-csv.ts';
import { xlsxStream } from '../../files/table/write-xlsx.ts';
import type { JobContext } from '../../kernel/operation/job.ts';
import { keptRows } from '../../operations/import/import-rows-store.ts';

const largest = 512 * 1_048_576;
const rowsAtOnce = 1000;

type Context = JobContext<{
  readonly batchId: string;
  readonly file: { readonly mime: string; readonly name: string };
}>;

/** Writes the rows that were not taken, as they were and with the reason behind them, in the form they came in. */
export async function saveErrorFile(header: readonly string[], context: Context): Promise<string> {
  const { files } = context.services;
  const { file, batchId } = context.input;
  const rows = badRows(header, context);
  const type = isXlsx(file) ? fileTypes.xlsx : fileTypes.csv;
  const content = isXlsx(file) ? xlsxStream([{ name: '未导入', rows, headRows: 1 }]) : csvStream(rows);
  const stored = await files.write(content, largest);
  const stem = file.name.replace(/\.[^.]*$/, '').slice(0, 150);
  const meta = {
    name: `${stem}-未导入.${type.extensions[0]}`,
    kind: type.kind,
    mime: type.mime,
    private: true,
    entity: 'import_batch',
    id: batchId,
  };
  return saveFile(meta, stored, context);
}

/** The rows that were not taken, below their heading, with the reason behind each. */
export async function* badRows(header: readonly string[], context: Context): AsyncIterable<readonly TableCell[]> {
  // A file that is mended and imported again carries the reasons of the time before.
  const last = header.at(-1) === reasonTitle ? header.length - 1 : header.length;
  yield [...header.slice(0, last), reasonTitle];
  let after = 0;
  for (;;) {
    const rows = await keptRows(context.input.batchId, ['failed', 'duplicated'], { after }, rowsAtOnce, context);
    for (const row of rows) {
      const cells: readonly string[] = row.sealed === null ? [] : JSON.parse(context.protection.decrypt(row.sealed));
      yield [...Array.from({ length: last }, (_, at) => cells[at] ?? ''), row.reason];
    }
    const next = rows.at(-1)?.rowNo;
    if (next === undefined || rows.length < rowsAtOnce) return;
    after = next;
  }
}

const reasonTitle = '未导入原因';
