import type { FormFieldView } from '../../../model/view/index.ts';
import type { Values } from '../../record/values.ts';
import type { RowList } from './rows/row-list.ts';
import { cellAt } from './rows/rows-places.ts';
import type { WriteCause } from './write-cause.ts';

/** The fields and child rows of a form, by name. */
type PlacedForm = {
  readonly fields: ReadonlyMap<string, FormFieldView>;
  readonly rows: ReadonlyMap<string, RowList>;
};

/** What stands at a place: in `values` for a field of the form, in its row for a cell. */
export function placedValue({ fields, rows }: PlacedForm, place: string, values: Values): unknown {
  if (fields.has(place)) return values[place];
  const found = cellAt(rows, place);
  return found?.row.values[found.cell];
}

/** Writes fields and cells by their places; what is worked out follows by itself, and rows that are gone stay so. */
export function writePlaces(
  form: PlacedForm & { write(values: Values, cause: WriteCause): void },
  values: ReadonlyMap<string, unknown>,
  cause: WriteCause,
): void {
  const { fields, rows } = form;
  const own = [...values].filter(([place]) => fields.has(place) && fields.get(place)?.compute === undefined);
  if (own.length > 0) form.write(Object.fromEntries(own), cause);
  for (const [place, value] of values) {
    const found = cellAt(rows, place);
    const isComputed = found?.list.cells.some(({ key, compute }) => key === found.cell && compute !== undefined);
    if (found !== undefined && isComputed !== true) found.list.edit(found.row.key, found.cell, value);
  }
}

/** The views of the fields and cells that places name; those of rows that are gone are left out. */
export function viewsAt({ fields, rows }: PlacedForm, places: readonly string[]): readonly FormFieldView[] {
  return places.flatMap((place) => {
    const found = cellAt(rows, place);
    return fields.get(place) ?? found?.list.cells.find(({ key }) => key === found.cell) ?? [];
  });
}
