import { offeredWhere } from '../../entity/offered-rows.ts';
import type { FormFieldOverride } from '../../generated/documents.ts';
import type { ViewContext } from '../compile/view-context.ts';
import type { FormFaultView, FormFieldView, RowPickView } from './form-shape.ts';

/** The list rows are picked from; undefined where they are added one by one, or their cell cannot be drawn. */
export function pickView(
  { pick }: FormFieldOverride,
  cells: readonly (FormFieldView | FormFaultView)[],
  { entities }: ViewContext,
): RowPickView | undefined {
  const cell = cells.find(({ key }) => key === pick?.field);
  if (pick === undefined || cell?.kind !== 'field') return undefined;
  return {
    page: pick.page,
    cell: { ...cell, picked: true },
    values: Object.entries(pick.values ?? {}).map(([key, path]) => ({ key, path })),
    where: offeredWhere(cell.field, entities.get(cell.field.ref ?? '')),
  };
}
