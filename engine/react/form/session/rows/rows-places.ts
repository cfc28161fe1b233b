import { faultMessage, pointer } from '../../../../model/faults/index.ts';
import { expectation, modelText } from '../../../../model/texts/index.ts';
import type { FormFieldView, FormRowsView } from '../../../../model/view/index.ts';
import type { EditedRow, RowList } from './row-list.ts';

/** What is wrong with a list of so many rows as a whole; undefined when nothing is. */
export function listFault(view: FormRowsView, count: number, isRequired: boolean): string | undefined {
  const { max, title, key } = view;
  const min = Math.max(view.min, isRequired ? 1 : 0);
  if (count >= min && count <= max) return undefined;
  const located = { pointer: pointer(key), title };
  return count === 0
    ? faultMessage({ code: 'E_INPUT_REQUIRED', ...located })
    : faultMessage({
        code: 'E_INPUT_RANGE',
        ...located,
        ...expectation(modelText('model.value.rowRange', { low: min, high: max })),
      });
}

/** Places of a row that are shown as wrong: the row itself, its cells, and places of rows of its own. */
export function placesIn(row: EditedRow, path: string, cells: readonly FormFieldView[]): readonly string[] {
  const own = ['', ...cells.map((cell) => cell.key)].filter((cell) => row.faults.has(cell));
  const below = [...row.lists.values()].flatMap((list) => list.places());
  return [...own.map((cell) => `${path}.${row.key}.${cell}`), ...below];
}

/** The list, row and cell a place such as `rows.row.cell` names, in rows of rows too; undefined once the row is gone. */
export function cellAt(
  lists: ReadonlyMap<string, RowList>,
  place: string,
): { readonly list: RowList; readonly row: EditedRow; readonly cell: string } | undefined {
  const [key = '', rowKey = '', cell = '', ...below] = place.split('.');
  const list = lists.get(key);
  const row = list?.snapshot().rows.find((one) => one.key === rowKey);
  if (list === undefined || row === undefined) return undefined;
  return below.length === 0 ? { list, row, cell } : cellAt(row.lists, [cell, ...below].join('.'));
}
