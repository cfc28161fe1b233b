import type { DictionaryDocument } from '../../../../model/documents/index.ts';
import { isWritable } from '../values/form-mode.ts';
import type { RowMaker } from './edited-row.ts';
import { cellValue } from './pasted-cells.ts';
import type { EditedRow } from './row-list.ts';

type Filling = {
  readonly column: number;
  readonly line: readonly string[];
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  /** Cells that were typed into, by row and cell; what is filled in is noted. */
  readonly edited: Set<string>;
};

/** The rows with what was put in, and how many cells that hold something found no place to be put in. */
export type Filled = { readonly rows: readonly EditedRow[]; readonly left: number };

/** The rows from one on with the cells of lines put in, new ones where there are more lines. */
export function filledRows(
  maker: RowMaker,
  rows: readonly EditedRow[],
  start: number,
  lines: readonly (readonly string[])[],
  filling: Omit<Filling, 'line'>,
): Filled {
  const filled = [...rows];
  let left = 0;
  for (const [offset, line] of lines.entries()) {
    const row = filledRow(maker, filled[start + offset] ?? maker.fresh({}), { ...filling, line });
    filled[start + offset] = row.row;
    left += row.left;
  }
  return { rows: filled, left };
}

/** The row with the cells of a line put in one after the other: what one holds may open the next. */
function filledRow(maker: RowMaker, start: EditedRow, { column, line, dictionaries, edited }: Filling) {
  let row = start;
  let left = line.slice(maker.cells.length - column).filter(isFilled).length;
  const typed: string[] = [];
  for (const [at, view] of maker.cells.slice(column, column + line.length).entries()) {
    const state = row.states.get(view.key);
    if (state?.enabled !== true || !state.visible || !isWritable(view) || view.picked === true) {
      // What the row works out by itself, or only shows, is nobody's to put in.
      if (view.compute === undefined && view.shown === undefined && isFilled(line[at] ?? '')) left += 1;
      continue;
    }
    const value = cellValue(view.field, line[at] ?? '', dictionaries);
    row = maker.row({ ...row, values: { ...row.values, [view.key]: value } });
    typed.push(view.key);
    edited.add(`${row.key}.${view.key}`);
  }
  return { row: maker.checked(row, typed), left };
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}
