import type { Expression } from '../../expression/ast.ts';
import { evaluate, evaluateWhole, holds, type Scope } from '../../expression/evaluate.ts';
import { kindOfValue } from '../../fields/type-groups.ts';
import type { FormFieldView, FormRowsView, FormRuleView, FormSectionView, FormView } from './form-shape.ts';

/** What conditions and rules make of a field just now. */
export type FieldState = { readonly visible: boolean; readonly required: boolean; readonly enabled: boolean };

/** What the whole linkage of a form makes of its values: the values worked out, and what is shown, required, open. */
export type FormLinkage = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly states: ReadonlyMap<string, FieldState>;
  readonly sections: ReadonlySet<string>;
};

/** What linkage makes of one child row. */
export type RowLinkage = Pick<FormLinkage, 'values' | 'states'>;

type Values = Readonly<Record<string, unknown>>;

/**
 * Runs the linkage of a form once over its values: first what is worked out, each after those it reads; then the
 * conditions of fields; then the rules in order, which have the last word; a field of a hidden section is hidden.
 */
export function linkage(form: FormView, given: Values, scope: (values: Values) => Scope): FormLinkage {
  const values = computed(form.computed, given, scope);
  const now = scope(values);
  const shown = form.sections.filter((section) => isTrue(section.visibleWhen, now));
  const sections = new Set(shown.map((section) => section.key));
  const byCondition = form.sections.flatMap((section) =>
    section.items.flatMap((item) => (item.kind === 'fault' ? [] : [[item.key, stateOf(item, now)] as const])),
  );
  const states = new Map(byCondition);
  for (const rule of form.rules) applyRule(rule, holds(rule.when, now), states);
  const hidden = form.sections.filter((section) => !sections.has(section.key)).flatMap((section) => section.items);
  for (const { key } of hidden) change(states, key, { visible: false });
  for (const key of closed(form.sections, now)) change(states, key, { enabled: false, required: false });
  return { values, states, sections };
}

/** What the reader may not write, whatever the form says. */
function closed(sections: readonly FormSectionView[], scope: Scope): readonly string[] {
  const items = sections.flatMap((section) => section.items.filter((item) => item.kind !== 'fault'));
  return items.filter((item) => !mayWrite(item, scope)).map(({ key }) => key);
}

/** Whether the reader may write an item of a form in the record as it stands; of many records, each is asked when it is written. */
export function mayWrite({ writableWhen }: FormFieldView | FormRowsView, scope: Scope): boolean {
  return scope.record === undefined || isTrue(writableWhen, scope);
}

function applyRule(rule: FormRuleView, applies: boolean, states: Map<string, FieldState>): void {
  for (const { set, field, value } of rule.effects) change(states, field, { [set]: applies ? value : !value });
}

function change(states: Map<string, FieldState>, key: string, to: Partial<FieldState>): void {
  const state = states.get(key);
  if (state !== undefined) states.set(key, { ...state, ...to });
}

/** Runs the linkage of one child row once over its values. */
export function rowLinkage(rows: FormRowsView, given: Values, scope: (row: Values) => Scope): RowLinkage {
  const values = computed(rows.computed, given, scope);
  const now = scope(values);
  const states = new Map<string, FieldState>();
  for (const cell of rows.fields) if (cell.kind === 'field') states.set(cell.key, stateOf(cell, now));
  return { values, states };
}

/** The value a new form starts a field with; undefined when it states none. */
export function startOf(field: FormFieldView, scope: Scope): unknown {
  return field.defaultValue === undefined ? undefined : fitted(evaluateWhole(field.defaultValue, scope), field);
}

function computed(fields: readonly FormFieldView[], given: Values, scope: (values: Values) => Scope): Values {
  if (fields.length === 0) return given;
  const values: Record<string, unknown> = { ...given };
  for (const field of fields)
    if (field.compute !== undefined) values[field.key] = fitted(evaluate(field.compute, scope(values)), field);
  return values;
}

/** Whole numbers and money are whole: a share of them is rounded, as one would on paper. */
function fitted(value: unknown, { field }: FormFieldView): unknown {
  return typeof value === 'number' && kindOfValue(field) === 'whole' ? Math.round(value) : value;
}

function stateOf(item: FormFieldView | FormRowsView, scope: Scope): FieldState {
  const isComputed = item.kind === 'field' && item.compute !== undefined;
  const must = item.kind === 'field' ? item.required : item.min > 0;
  return {
    visible: isTrue(item.visibleWhen, scope),
    required: must || (item.requiredWhen !== undefined && holds(item.requiredWhen, scope)),
    enabled: !item.readonly && !isComputed && isTrue(item.enabledWhen, scope),
  };
}

function isTrue(condition: Expression | undefined, scope: Scope): boolean {
  return condition === undefined || holds(condition, scope);
}
