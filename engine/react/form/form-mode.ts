import type { ActionView, FormFieldView, FormView, InputField, WireRecord } from '../../model/index.ts';
import { evaluate, isForbiddenName, parseExpression, type Scope } from '../../model/index.ts';
import { isMasked } from '../masked.ts';

/** What a form is for: a new record, changes to one, or the input of an operation. */
export type FormMode = 'create' | 'modify' | 'input';

/** The mode of an action's form. */
export function formMode(action: ActionView): FormMode {
  const kind = action.operation?.kind;
  return kind === 'create' || kind === 'modify' ? kind : 'input';
}

/** Fields a form may write: known names that neither the entity nor the form keeps from being written. */
export function isWritable(field: FormFieldView): boolean {
  return !field.readonly && field.field.readonly !== true && field.field.secret !== true && !isForbiddenName(field.key);
}

/** The values a form starts with: the stored ones when changing, the declared defaults otherwise. A masked value starts empty. */
export function startValues(
  fields: readonly FormFieldView[],
  mode: FormMode,
  record: WireRecord | undefined,
  scope: Scope,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { key, field } of fields) {
    if (isForbiddenName(key)) continue;
    const stored = mode === 'modify' ? record?.[key] : mode === 'create' ? defaultOf(field, scope) : undefined;
    if (stored !== undefined && stored !== null && !isMasked(field, stored)) values[key] = stored;
  }
  return values;
}

function defaultOf(field: InputField, scope: Scope): unknown {
  if (field.defaultValue === undefined) return undefined;
  const outcome = parseExpression(field.defaultValue);
  return outcome.ok ? evaluate(outcome.expression, scope) : undefined;
}

/** The stored masked values by field, shown as placeholders where nothing has been typed. */
export function maskedValues(
  fields: readonly FormFieldView[],
  record: WireRecord | undefined,
): ReadonlyMap<string, string> {
  return new Map(
    fields.flatMap(({ key, field }) => {
      const stored = record?.[key];
      return isMasked(field, stored) ? [[key, stored] as const] : [];
    }),
  );
}

/** Two columns in a drawer; a dialog with few fields keeps one. */
export function columnsOf(form: FormView): 1 | 2 {
  const count = form.sections.reduce((sum, section) => sum + section.fields.length, 0);
  return form.layout === 'modal' && count <= 4 ? 1 : 2;
}
