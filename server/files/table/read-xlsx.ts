import { serialDate } from '../../fields/kind/serial-date.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { TableFile } from '../../kernel/services/table-inspector.ts';
import type { ReadBudget } from './read-budget.ts';
import { maxColumns, refuseColumns, type TableRow } from './table-row.ts';
import { openWorkbook, unreadable, type Workbook } from './workbook.ts';
import { parseXml, type XmlHandler } from './xml-events.ts';

/** Reads the rows of the first visible sheet of an xlsx file one after another; of formulas the last result counts. */
export async function* readXlsx(file: TableFile, files: FileStore, budget: ReadBudget): AsyncIterable<TableRow> {
  const book = await openWorkbook(file, files, budget);
  try {
    const rows = new RowCollector(book, budget);
    for await (const _ of parseXml(await book.archive.open(book.sheet), rows, budget)) yield* rows.take();
  } catch (error) {
    unreadable(error);
  } finally {
    book.archive.close();
  }
}

const maxCellLength = 40_000;

/** Gathers cells to rows while a sheet is parsed. */
class RowCollector implements XmlHandler {
  readonly #book: Workbook;
  readonly #budget: ReadBudget;
  #ready: TableRow[] = [];
  #number = 0;
  #cells: string[] = [];
  #column = 0;
  #type = '';
  #style = 0;
  #text = '';
  #isValue = false;

  constructor(book: Workbook, budget: ReadBudget) {
    this.#book = book;
    this.#budget = budget;
  }

  /** The rows that are complete, which are then forgotten here. */
  take(): readonly TableRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'row':
        this.#budget.row();
        this.#number = Number(attributes.r ?? this.#number + 1);
        this.#cells = [];
        this.#column = -1;
        break;
      case 'c':
        this.#column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r);
        this.#type = attributes.t ?? 'n';
        this.#style = Number(attributes.s ?? 0);
        this.#text = '';
        break;
      case 'v':
      case 't':
        this.#isValue = true;
        break;
      case 'rPh':
      case 'f':
        this.#isValue = false;
        break;
    }
  }

  text(text: string): void {
    if (this.#isValue && this.#text.length < maxCellLength) this.#text += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'c' && this.#text !== '') this.#put(this.#shown());
    else if (name === 'row' && this.#cells.length > 0) this.#ready.push({ number: this.#number, cells: this.#cells });
  }

  #put(text: string): void {
    if (this.#column >= maxColumns) refuseColumns(this.#column + 1);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #shown(): string {
    const text = this.#text;
    switch (this.#type) {
      case 's':
        return this.#book.texts.at(Number(text));
      case 'b':
        return text === '1' ? '是' : '否';
      case 'n':
        return numberShown(text, this.#book.dateStyles.has(this.#style), this.#book.since1904);
      default:
        return text;
    }
  }
}

/** A number without the noise of binary fractions, or as the date it is shown as. */
function numberShown(text: string, isDate: boolean, since1904: boolean): string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const shown = isDate ? serialDate(value, since1904) : undefined;
  return shown ?? String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
}

/** The column of a cell's name from 0: `AB12` is in column 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
