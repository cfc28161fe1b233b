import { type Fault, faultMessage } from '../../../model/faults/index.ts';
import type { FieldState, FormFieldView, FormItemView } from '../../../model/view/index.ts';
import type { FormDisplay } from './form-display.ts';
import type { RowsSession } from './rows/rows-session.ts';

type FaultyForm = {
  readonly fields: ReadonlyMap<string, FormFieldView>;
  readonly rows: ReadonlyMap<string, RowsSession>;
  readonly display: FormDisplay;
  stateOf(key: string): FieldState;
};

/** The places of faults in a form, in the order they came, and the sentences that have none. */
export type PlacedFaults = { readonly keys: readonly string[]; readonly others: readonly string[] };

/** Puts the faults a server found at their places: child rows show theirs, `show` those of a field. */
export function placeFaults(
  form: FaultyForm,
  faults: readonly Fault[],
  show: (key: string, messages: readonly string[]) => void,
): PlacedFaults {
  const keys: string[] = [];
  const others: string[] = [];
  for (const fault of faults) {
    const key = fault.pointer.split('/')[1] ?? '';
    const [field, rows] = [form.fields.get(key), form.rows.get(key)];
    const { visible } = form.stateOf(key);
    if (rows !== undefined && visible) keys.push(rows.showFault(fault));
    else if (field !== undefined && visible) {
      show(key, [faultMessage({ ...fault, title: field.title })]);
      keys.push(key);
    } else others.push(faultMessage(fault));
  }
  return { keys, others };
}

/** How many places of some fields and child rows are shown as wrong. */
export function wrongPlaces(form: FaultyForm, items: readonly FormItemView[]): number {
  const shown = items.filter(({ key }) => form.stateOf(key).visible);
  return shown.reduce(
    (sum, { key }) => sum + (form.rows.get(key)?.places().length ?? (form.display.isWrong(key) ? 1 : 0)),
    0,
  );
}
