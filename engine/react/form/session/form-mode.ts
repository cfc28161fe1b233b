import type { ActionView, FormFieldView, FormView, InputField, WireRecord } from '../../../model/index.ts';
import { evaluate, formRows, isForbiddenName, parseExpression, type Scope, startOf } from '../../../model/index.ts';
import { isMasked } from '../../record/masked.ts';
import { valueAt } from '../../record/record-path.ts';

/** What a form is for: a new record, changes to one, or the input of an operation. */
export type FormMode = 'create' | 'modify' | 'input';

/** The mode of an action's form. */
export function formMode(action: ActionView): FormMode {
  const kind = action.operation?.kind;
  return kind === 'create' || kind === 'modify' ? kind : 'input';
}

/** Fields whose value is sent: known names that neither the entity nor the form keeps from being written. */
export function isWritable(field: FormFieldView): boolean {
  if (field.shown !== undefined) return false;
  const isKept = field.readonly && field.compute === undefined;
  return !isKept && field.field.readonly !== true && field.field.secret !== true && !isForbiddenName(field.key);
}

/** The values a form starts with: the stored ones when changing, what is given and the declared defaults otherwise. A masked value starts empty. */
export function startValues(
  fields: readonly FormFieldView[],
  mode: FormMode,
  record: WireRecord | undefined,
  scope: (values: Readonly<Record<string, unknown>>) => Scope,
  given: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const view of fields) {
    const { key, field } = view;
    if (isForbiddenName(key)) continue;
    if (view.shown !== undefined) {
      const value = mode === 'create' ? undefined : valueAt(record, view.shown);
      if (value !== undefined && value !== null) values[key] = value;
      continue;
    }
    const told = mode === 'create' ? givenValue(view, given) : undefined;
    const value = mode === 'modify' ? record?.[key] : (told ?? newValue(view, mode, scope(values)));
    if (value !== undefined && value !== null && !isMasked(field, value)) values[key] = value;
  }
  return values;
}

const written: ReadonlySet<string> = new Set(['string', 'text', 'mobile', 'email', 'url']);

/** What the address of a page says a field of text starts with; it is checked when it is sent, as all else. */
function givenValue(view: FormFieldView, given: Readonly<Record<string, string>>): string | undefined {
  return isWritable(view) && written.has(view.field.type) && Object.hasOwn(given, view.key)
    ? given[view.key]
    : undefined;
}

/** What a new form says a field starts with; what the entity says counts for new records only. */
function newValue(view: FormFieldView, mode: FormMode, scope: Scope): unknown {
  const own = startOf(view, scope);
  const value = own === undefined && mode === 'create' ? defaultOf(view.field, scope) : own;
  // A switch shows no as it stands: where one must say which, that is what it says.
  return value === undefined && view.required && view.field.type === 'bool' ? false : value;
}

function defaultOf(field: InputField, scope: Scope): unknown {
  if (field.defaultValue === undefined) return undefined;
  const outcome = parseExpression(field.defaultValue);
  return outcome.ok ? evaluate(outcome.expression, scope) : undefined;
}

/** The stored masked values by field, shown as placeholders where nothing has been typed. */
export function maskedValues(
  fields: readonly FormFieldView[],
  record: Readonly<Record<string, unknown>> | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ key, field, shown }) => {
      const stored = shown === undefined ? record?.[key] : undefined;
      return isMasked(field, stored) ? [[key, stored] as const] : [];
    }),
  );
}

/** Two columns in a drawer; a dialog with few fields keeps one. */
export function columnsOf(form: FormView): 1 | 2 {
  const count = form.sections.reduce((sum, section) => sum + section.items.length, 0);
  return form.layout === 'modal' && count <= 4 && formRows(form).length === 0 ? 1 : 2;
}
