import { refuse } from '../../kernel/errors/app-error.ts';
import { tableText } from '../../texts/files/table-text.ts';

/** How much of a table is read at most, whatever it holds: rows with the empty ones, and bytes once unpacked. */
export type ReadBounds = { readonly rows: number; readonly bytes: number };

const mebibyte = 1_048_576;

/** A sheet has no more rows than this in any program, and no reader of ours unpacks more. */
export const wholeTable: ReadBounds = { rows: 1_048_576, bytes: 1600 * mebibyte };

/** What a reader has left to read; beyond it refuses (E_IMPORT_LIMIT). */
export class ReadBudget {
  #rows = 0;
  #bytes = 0;

  constructor(readonly bounds: ReadBounds) {}

  /** Counts a row that begins. */
  row(): void {
    this.#rows += 1;
    const { rows } = this.bounds;
    if (this.#rows > rows)
      throw refuse('E_IMPORT_LIMIT', {
        got: tableText('table.rows.over', { rows }),
        expected: tableText('table.rows', { rows }),
      });
  }

  /** Counts bytes as they come unpacked. */
  spend(bytes: number): void {
    this.#bytes += bytes;
    const most = `${Math.round(this.bounds.bytes / mebibyte)} MB`;
    if (this.#bytes > this.bounds.bytes)
      throw refuse('E_IMPORT_LIMIT', { got: tableText('table.size.over', { most }), expected: most });
  }
}
