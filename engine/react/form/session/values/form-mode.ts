import { evaluateWhole, parseExpression, type Scope } from '../../../../model/expression/index.ts';
import { isId } from '../../../../model/fields/index.ts';
import { isForbiddenName } from '../../../../model/naming/index.ts';
import type { InputField } from '../../../../model/record/index.ts';
import type { ActionView, FormFieldView, FormView } from '../../../../model/view/index.ts';
import { formRows, startOf } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';
import { isMasked } from '../../../record/masked.ts';
import { valueAt } from '../../../record/record-path.ts';

/** What a form is for: a new record, changes to one, or the input of an operation. */
export type FormMode = 'create' | 'modify' | 'input';

/** The mode of an action's form. */
export function formMode(action: ActionView): FormMode {
  const kind = action.operation?.kind;
  return kind === 'create' || kind === 'modify' ? kind : 'input';
}

/** Fields whose value is sent: known names that neither the entity nor the form keeps from being written. */
export function isWritable(field: FormFieldView): boolean {
  const isKept = field.readonly && field.compute === undefined;
  return !isKept && field.field.readonly !== true && field.field.secret !== true && !isForbiddenName(field.key);
}

/** What is said of a new record before anybody fills it in: by the address, as texts and ids, and by the place it is made in. */
export type Told = {
  readonly given?: Readonly<Record<string, string>> | undefined;
  readonly begins?: Readonly<Record<string, unknown>> | undefined;
};

/** The values a form starts with: the stored ones when changing, what is given and the declared defaults otherwise. A masked value starts empty. */
export function startValues(
  fields: readonly FormFieldView[],
  mode: FormMode,
  record: WireRecord | undefined,
  scope: (values: Readonly<Record<string, unknown>>) => Scope,
  { given = {}, begins = {} }: Told = {},
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const view of fields) {
    if (isForbiddenName(view.key)) continue;
    const told = mode === 'create' ? (begunValue(view, begins) ?? givenValue(view, given)) : undefined;
    const value = storedValue(view, mode, record) ?? told ?? startingValue(view, mode, () => scope(values));
    if (value !== undefined && value !== null) values[view.key] = value;
  }
  return values;
}

/** What the record holds of a field: of one that is filled in when it is changed, unless it is masked; shown ones always. */
function storedValue({ key, field, shown }: FormFieldView, mode: FormMode, record: WireRecord | undefined): unknown {
  if (shown !== undefined) return valueAt(record, shown);
  const value = mode === 'modify' ? record?.[key] : undefined;
  return isMasked(field, value) ? undefined : value;
}

function startingValue(view: FormFieldView, mode: FormMode, scope: () => Scope): unknown {
  return mode === 'modify' || view.shown !== undefined ? undefined : newValue(view, mode, scope());
}

const written: ReadonlySet<string> = new Set(['string', 'text', 'mobile', 'email', 'url', 'ref']);

/** What the place says in which a record is made, for example a day of a calendar. */
function begunValue(view: FormFieldView, begins: Readonly<Record<string, unknown>>): unknown {
  return isWritable(view) && Object.hasOwn(begins, view.key) ? begins[view.key] : undefined;
}

/** What the address of a page says a text or a reference starts with; it is checked when it is sent, as all else. */
function givenValue(view: FormFieldView, given: Readonly<Record<string, string>>): string | undefined {
  const { key, field } = view;
  if (!isWritable(view) || !written.has(field.type) || !Object.hasOwn(given, key)) return undefined;
  const value = given[key] ?? '';
  return field.type === 'ref' && !isId(value) ? undefined : value;
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
  return outcome.ok ? evaluateWhole(outcome.expression, scope) : undefined;
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
