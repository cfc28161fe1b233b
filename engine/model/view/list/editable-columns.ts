import { memoizeByIdentity } from '../../cache/cache.ts';
import type { Scope } from '../../expression/evaluate.ts';
import { fieldTypes } from '../../fields/field-types.ts';
import type { EntityField, ListPage } from '../../generated/documents.ts';
import type { ActionView } from '../action/action-view.ts';
import type { CellEdit } from '../action/cell-edit.ts';
import { mayWrite } from '../form/form-linkage.ts';
import type { FormFieldView } from '../form/form-shape.ts';
import { formFields } from '../form/form-view.ts';
import type { ColumnView } from './column-view.ts';

/**
 * The columns with those marked that a reader may change in place: their field stands open in the form of a row action
 * he has. Without the action they are shown as any other.
 */
export function editableColumns(
  page: ListPage,
  columns: readonly ColumnView[],
  row: readonly ActionView[],
): readonly ColumnView[] {
  const marked = new Set(page.columns.flatMap((column) => (column.editable === true ? [column.key] : [])));
  if (marked.size === 0) return columns;
  return columns.map((column) => {
    const edit = marked.has(column.key) && column.fault === undefined ? fieldEdit(column, page.entity, row) : undefined;
    return edit === undefined ? column : { ...column, edit };
  });
}

/** How a field of a row is changed outside its form; undefined where no row action the reader has lets him. */
export function fieldEdit(
  { path, field }: { readonly path: string; readonly field: EntityField },
  entity: string,
  row: readonly ActionView[],
): CellEdit | undefined {
  if (fieldTypes[field.type].fitsCell !== true || field.mask !== undefined || field.readonly === true) return undefined;
  for (const action of row) {
    if (action.operation?.kind !== 'modify' || action.operation.entity !== entity) continue;
    const view = action.form === undefined ? undefined : formFields(action.form).find(({ key }) => key === path);
    if (view !== undefined && !view.readonly && view.compute === undefined) return editsOf(action)(view);
  }
  return undefined;
}

const editsOf = memoizeByIdentity((action: ActionView) =>
  memoizeByIdentity((view: FormFieldView): CellEdit => ({ action: openFor(action, view), view })),
);

/** Whether the form of an action lets a field be filled in. */
export function isOpenIn({ path }: { readonly path: string }, { form }: ActionView): boolean {
  const view = form === undefined ? undefined : formFields(form).find(({ key }) => key === path);
  return view !== undefined && !view.readonly && view.compute === undefined && view.shown === undefined;
}

/** The action as it stands for one field: not possible where the field is closed in the record. */
function openFor(action: ActionView, view: FormFieldView): ActionView {
  const isOpen = (scope: Scope) => mayWrite(view, scope);
  return { ...action, isPossible: (scope) => isOpen(scope) && action.isPossible(scope) };
}
