import type { FormFieldView } from '../../../../model/view/index.ts';
import { isEmpty, isSame } from '../../../record/values.ts';
import { type Chosen, followed, followersOf, type LookUp } from '../values/follow-source.ts';
import type { RowMaker } from './edited-row.ts';
import type { EditedRow } from './row-list.ts';

/** What a cell of a row takes over from a reference of the row. */
type Taken = { readonly row: string; readonly cell: string; readonly chosen: Chosen; readonly value: unknown };

/** A cell that takes over something: where it stands, and what arrives. */
export type Taking = { readonly place: string; readonly taken: Promise<Taken | undefined> };

/** What cells of new rows take over from the references they were made with. */
export function takenOver(
  rows: readonly EditedRow[],
  cells: readonly FormFieldView[],
  lookUp: LookUp,
): readonly Taking[] {
  return rows.flatMap((row) =>
    Object.entries(row.values).flatMap(([reference, now]) =>
      isEmpty(now)
        ? []
        : followersOf(cells, reference).map((view) => taking(row, view, { reference, before: undefined, now }, lookUp)),
    ),
  );
}

function taking(row: EditedRow, view: FormFieldView, chosen: Chosen, lookUp: LookUp): Taking {
  const taken = followed(view, chosen, row.values, lookUp).then((found) =>
    found === undefined ? undefined : { row: row.key, cell: view.key, chosen, ...found },
  );
  return { place: `${row.key}.${view.key}`, taken };
}

/** The rows with what arrived for them, where their references are still the same. */
export function withTaken(maker: RowMaker, rows: readonly EditedRow[], taken: readonly (Taken | undefined)[]) {
  const byRow = new Map<string, Taken[]>();
  for (const each of taken) if (each !== undefined) byRow.set(each.row, [...(byRow.get(each.row) ?? []), each]);
  return rows.map((row) => {
    const current = (byRow.get(row.key) ?? []).filter(({ chosen }) => isSame(row.values[chosen.reference], chosen.now));
    if (current.length === 0) return row;
    const values = Object.fromEntries(current.map(({ cell, value }) => [cell, value]));
    return maker.row({ ...row, values: { ...row.values, ...values } });
  });
}
