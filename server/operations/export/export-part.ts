import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { ExportCells } from './export-cells.ts';
import { writtenRows } from './export-file.ts';
import type { ExportRequest } from './export-request.ts';
import { idLength, recordsOfIds } from './export-rows.ts';

// Few enough to be forgotten before the memory they take is counted as lasting.
const rowsAtOnce = 250;

/** A part of an exported file, written as its rows are read. */
export class ExportPart {
  readonly #cells: ExportCells;

  constructor(
    /** Rows of the file so far. */
    public rows: number,
    private readonly request: ExportRequest,
    private readonly entity: EntityModel,
    private readonly context: CallContext,
  ) {
    this.#cells = new ExportCells(request.columns, entity, context.documents);
  }

  /** The rows with these ids, a few at a time. */
  async *written(ids: Uint8Array): AsyncIterable<string> {
    for (let from = 0; from < ids.length; from += rowsAtOnce * idLength) {
      const some = ids.subarray(from, from + rowsAtOnce * idLength);
      const records = await recordsOfIds(this.entity, some, this.#cells.fields, this.context);
      const rows = records.map((record) => this.#cells.row(record));
      // Below the names of the columns and the rows before.
      yield writtenRows(this.request.format, rows, this.rows + 1);
      this.rows += rows.length;
    }
  }
}
