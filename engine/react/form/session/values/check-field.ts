import type { DictionaryDocument } from '../../../../model/documents/index.ts';
import type { Fault } from '../../../../model/faults/index.ts';
import { checkValue, missingFault, valueFaults } from '../../../../model/record/index.ts';
import type { FieldState, FormFieldView } from '../../../../model/view/index.ts';
import { isEmpty } from '../../../record/values.ts';
import { isWritable } from './form-mode.ts';

/** A field with its value, as it is checked before it is sent. */
export type Checked = {
  readonly view: FormFieldView;
  readonly state: FieldState;
  readonly value: unknown;
  /** A value that is as it was stored is not checked: it may be older than today's rules. */
  readonly isUntouched: boolean;
  /** Something stored stands behind an empty input. */
  readonly isMasked: boolean;
};

type Dictionaries = ReadonlyMap<string, DictionaryDocument>;

/** What is wrong with a field, in the words of the form; undefined when nothing is. */
export function faultOf(checked: Checked, dictionaries: Dictionaries, at: string): Fault | undefined {
  const { view, state, value } = checked;
  if (!state.visible || !isWritable(view)) return undefined;
  const outcome = checked.isUntouched ? { value } : checkValue(view.field, value, checks(dictionaries));
  if ('fault' in outcome) return valueFaults(outcome, at, view.title)[0];
  const isMissing = isEmpty(outcome.value) && state.required && !checked.isMasked && view.compute === undefined;
  return isMissing ? missingFault({ ...view.field, title: view.title }, at) : undefined;
}

/** A value in its stored form. */
export function storedForm(view: FormFieldView, value: unknown, dictionaries: Dictionaries): unknown {
  const outcome = checkValue(view.field, value, checks(dictionaries));
  return 'value' in outcome ? outcome.value : null;
}

function checks(dictionaries: Dictionaries) {
  return { dictionaries, now: new Date().toISOString() };
}
