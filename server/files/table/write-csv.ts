import { Readable } from 'node:stream';
import type { TableCell } from '../../fields/kind/server-field-type.ts';

// What spreadsheets take for a formula, also behind blanks, marks and control characters; apostrophes before it are
// counted in, so that the one put in front can be told from those that were there.
const formula = /^'*(?:[\s\p{Cc}\p{Cf}\ufeff]*[=+\-@＝＋－＠]|[\t\r\0])/u;

/** A text no spreadsheet runs: one that begins like a formula gets an apostrophe in front. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Takes the apostrophe off again that `withoutFormula` put in front. */
export function asTyped(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}

/** Rows as CSV in UTF-8 with its mark, which spreadsheets need to tell it from GBK. */
export function csvStream(rows: AsyncIterable<readonly TableCell[]> | Iterable<readonly TableCell[]>): Readable {
  return Readable.from(csvChunks(rows), { objectMode: false, highWaterMark: 65_536 });
}

/** What a CSV file begins with. */
export const csvMark = '\ufeff';

/** Rows as lines of CSV. */
export function csvLines(rows: readonly (readonly TableCell[])[]): string {
  return rows.map(csvLine).join('');
}

function csvLine(row: readonly TableCell[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

async function* csvChunks(
  rows: AsyncIterable<readonly TableCell[]> | Iterable<readonly TableCell[]>,
): AsyncIterable<string> {
  let chunk = csvMark;
  for await (const row of rows) {
    chunk += csvLine(row);
    if (chunk.length < 32_768) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

function csvCell(cell: TableCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? withoutFormula(cell) : String(cell);
  return /[",\r\n;\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
