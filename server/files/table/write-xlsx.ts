import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { TableCell } from '../../fields/kind/server-field-type.ts';

/** A sheet to be written, row after row. */
export type Sheet = SheetLook & { readonly rows: AsyncIterable<readonly TableCell[]> | Iterable<readonly TableCell[]> };

/** A sheet whose rows were written before, by `sheetRows`. */
export type WrittenSheet = SheetLook & { readonly written: AsyncIterable<string | Uint8Array> };

type SheetLook = {
  readonly name: string;
  /** How many rows at the top stand still and are bold. */
  readonly headRows?: number;
  /** Width of each column in characters. */
  readonly widths?: readonly number[];
  /** Columns (from 0) that offer a list of choices: a range of another sheet. */
  readonly choices?: readonly { readonly column: number; readonly range: string }[];
  readonly hidden?: boolean;
  /** Stands above every printed sheet. */
  readonly printed?: string;
};

/** Sheets as an xlsx file. Texts are written as texts: whatever they begin with, no spreadsheet runs them. */
export function xlsxStream(sheets: readonly (Sheet | WrittenSheet)[]): Readable {
  const zip = new ZipFile();
  // Names of sheets are texts of ours; a date of its own for each entry would make every file differ.
  const options = { mtime: new Date(2000, 0, 1), compressionLevel: 1 };
  for (const [path, text] of parts(sheets)) zip.addBuffer(Buffer.from(text), path, options);
  for (const [index, sheet] of sheets.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, options, (done) =>
      done(null, Readable.from(sheetXml(sheet), { objectMode: false, highWaterMark: 65_536 })),
    );
  zip.end();
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  zip.outputStream.pipe(out);
  return out;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function parts(sheets: readonly SheetLook[]): readonly (readonly [string, string])[] {
  const each = (make: (sheet: SheetLook, no: number) => string) =>
    sheets.map((sheet, at) => make(sheet, at + 1)).join('');
  const types = each(
    (_, no) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${content}.worksheet+xml"/>`,
  );
  const names = each(
    ({ name, hidden }, no) =>
      `<sheet name="${escaped(name)}" sheetId="${no}"${hidden === true ? ' state="hidden"' : ''} r:id="rId${no}"/>`,
  );
  const targets = each(
    (_, no) => `<Relationship Id="rId${no}" Type="${relations}/worksheet" Target="worksheets/sheet${no}.xml"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>${types}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${packaged}/relationships">${targets}<Relationship Id="rIdStyles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

// 0: text as it is (`@`, so that long numbers and leading zeros survive typing), 1: bold, 2: numbers.
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyFont="1" applyNumberFormat="1"/><xf numFmtId="0"/></cellXfs></styleSheet>`;

async function* sheetXml(sheet: Sheet | WrittenSheet): AsyncIterable<string | Uint8Array> {
  const { headRows = 0, widths = [], choices = [] } = sheet;
  yield `${xml}<worksheet xmlns="${main}">${pane(headRows)}${columns(widths)}<sheetData>`;
  yield* 'written' in sheet ? sheet.written : rowChunks(sheet.rows, headRows);
  const lists = choices.map(({ column, range }) => validation(column, range, headRows)).join('');
  const offered = lists === '' ? '' : `<dataValidations count="${choices.length}">${lists}</dataValidations>`;
  yield `</sheetData>${offered}${printedHead(sheet.printed)}</worksheet>`;
}

async function* rowChunks(rows: Sheet['rows'], headRows: number): AsyncIterable<string> {
  let chunk = '';
  let count = 0;
  for await (const row of rows) {
    count += 1;
    chunk += rowXml(row, count, headRows);
    if (chunk.length < 32_768) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Rows as they stand in a sheet below so many others. */
export function sheetRows(rows: readonly (readonly TableCell[])[], above: number, headRows: number): string {
  return rows.map((row, at) => rowXml(row, above + at + 1, headRows)).join('');
}

function rowXml(row: readonly TableCell[], number: number, headRows: number): string {
  return `<row r="${number}">${row.map((cell) => cellXml(cell, number <= headRows)).join('')}</row>`;
}

const maxHeadLength = 200;

/** In heads an ampersand begins a code; two are one. */
function printedHead(text: string | undefined): string {
  if (text === undefined) return '';
  const plain = [...text].slice(0, maxHeadLength).join('').replaceAll('&', '&&');
  return `<headerFooter><oddHeader>${escaped(`&C${plain}`)}</oddHeader></headerFooter>`;
}

function pane(headRows: number): string {
  if (headRows === 0) return '';
  return `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${headRows}" topLeftCell="A${headRows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
}

function columns(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const each = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="0" customWidth="1"/>`,
  );
  return `<cols>${each.join('')}</cols>`;
}

function validation(column: number, range: string, headRows: number): string {
  const name = columnName(column);
  return `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${name}${headRows + 1}:${name}1048576"><formula1>${escaped(range)}</formula1></dataValidation>`;
}

/** `A`, `B` … `Z`, `AA`: the name of a column counted from 0. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

function cellXml(cell: TableCell, isHead: boolean): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c s="2"><v>${cell}</v></c>` : '<c/>';
  if (typeof cell === 'boolean') return `<c t="b" s="2"><v>${cell ? 1 : 0}</v></c>`;
  return `<c t="inlineStr"${isHead ? ' s="1"' : ''}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** Text inside XML; characters XML cannot hold are left out, and cells are as long as spreadsheets take. */
function escaped(text: string): string {
  return text
    .slice(0, 32_767)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
