import { Readable } from 'node:stream';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { ExportFormat } from '../../../engine/model/wire/index.ts';
import type { TableCell } from '../../fields/kind/server-field-type.ts';
import { csvLines, csvMark } from '../../files/table/write-csv.ts';
import { sheetRows, xlsxStream } from '../../files/table/write-xlsx.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { shanghaiTime } from '../../kernel/text/shanghai-time.ts';
import { exportText } from '../../texts/export-text.ts';

type Row = readonly TableCell[];
type Written = AsyncIterable<string | Uint8Array>;

const headRows = 1;

/** Rows as they stand in a file of the format below so many others. */
export function writtenRows(format: ExportFormat, rows: readonly Row[], above: number): string {
  return format === 'csv' ? csvLines(rows) : sheetRows(rows, above, headRows);
}

/** A file of rows that are written already, the names of its columns among them; `mark` stands above every printed sheet. */
export function writtenFile(format: ExportFormat, title: string, written: Written, mark?: string): Readable {
  if (format === 'csv') return Readable.from(marked(written), { objectMode: false, highWaterMark: 65_536 });
  return xlsxStream([{ name: sheetName(title), written, headRows, ...(mark === undefined ? {} : { printed: mark }) }]);
}

/** Who took data out, when and how much of it: the last row of a file, and above every printed sheet. */
export function exportMark({ name }: Pick<Caller, 'name'>, now: string, rows: number): string {
  return formatMessage(exportText('export.mark', { name, moment: shanghaiTime(now), count: rows }));
}

async function* marked(written: Written): Written {
  yield csvMark;
  yield* written;
}

/** Spreadsheets take 31 characters, and some of them not at all. */
function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31);
}
