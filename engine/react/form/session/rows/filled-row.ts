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

/** The rows from one on with the cells of lines put in, new ones where there are more lines. */
export function filledRows(
  maker: RowMaker,
  rows: readonly EditedRow[],
  start: number,
  lines: readonly (readonly string[])[],
  filling: Omit<Filling, 'line'>,
): readonly EditedRow[] {
  const filled = [...rows];
  for (const [offset, line] of lines.entries())
    filled[start + offset] = filledRow(maker, filled[start + offset] ?? maker.fresh({}), { ...filling, line });
  return filled;
}

/** The row with the cells of a line put in one after the other: what one holds may open the next. */
function filledRow(maker: RowMaker, start: EditedRow, { column, line, dictionaries, edited }: Filling): EditedRow {
  let row = start;
  const typed: string[] = [];
  for (const [at, view] of maker.cells.slice(column, column + line.length).entries()) {
    if (row.states.get(view.key)?.enabled !== true || !isWritable(view) || view.picked === true) continue;
    const value = cellValue(view.field, line[at] ?? '', dictionaries);
    row = maker.row({ ...row, values: { ...row.values, [view.key]: value } });
    typed.push(view.key);
    edited.add(`${row.key}.${view.key}`);
  }
  return maker.checked(row, typed);
}
