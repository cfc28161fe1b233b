import type { DictionaryDocument } from '../../../model/documents/index.ts';
import type { FieldState, FormFieldView } from '../../../model/view/index.ts';
import { isEmpty, type Values } from '../../record/values.ts';
import type { RowsSession } from './rows/rows-session.ts';
import { storedForm } from './values/check-field.ts';
import { isWritable } from './values/form-mode.ts';

/** The body of a new record or of an operation: what is filled in, and the child rows there are. */
export function newBody(values: Values, lists: readonly RowsSession[]): Values {
  const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
  const rows = lists.filter((session) => session.values().length > 0);
  return Object.fromEntries([...filled, ...rows.map((session) => [session.view.key, session.body()] as const)]);
}

/** The part of a change's body that says what changed and what that was when it was read. */
export function changeBody(values: Values, was: Values, lists: readonly RowsSession[]): Values {
  const of = (part: (session: RowsSession) => readonly Values[]) =>
    Object.fromEntries(lists.map((session) => [session.view.key, part(session)]));
  return { was: { ...was, ...of((session) => session.was()) }, ...values, ...of((session) => session.body()) };
}

type SendingForm = {
  readonly fields: ReadonlyMap<string, FormFieldView>;
  stateOf(key: string): FieldState;
  values(): Values;
};

/** Values to send, in their stored form: of visible, writable fields, and of a change only what differs. */
export function sentValues(
  form: SendingForm,
  isUntouched: (key: string, value: unknown) => boolean,
  dictionaries: ReadonlyMap<string, DictionaryDocument>,
): Values {
  const values = form.values();
  const touched = new Set([...form.fields.keys()].filter((key) => !isUntouched(key, values[key])));
  // What a reference to one of several kinds names goes with the kind.
  const pairs = [...form.fields].flatMap(([key, { field }]) =>
    field.refBy === undefined ? [] : [[key, field.refBy.field] as const],
  );
  for (const pair of pairs) if (pair.some((key) => touched.has(key))) for (const key of pair) touched.add(key);
  const sent = [...form.fields.values()].filter(
    (field) => isWritable(field) && form.stateOf(field.key).visible && touched.has(field.key),
  );
  return Object.fromEntries(sent.map((field) => [field.key, storedForm(field, values[field.key], dictionaries)]));
}
