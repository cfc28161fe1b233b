import { pathsRead } from '../../expression/dependencies.ts';
import { textReads } from '../../expression/text-condition.ts';
import type { FormFieldView, FormRowsView, FormView } from './form-shape.ts';
import { formFields, formRows } from './form-view.ts';

/** Paths of the record that say what of a form is open. */
export function writablePaths(form: FormView): readonly string[] {
  const conditions = [...formFields(form), ...formRows(form)].map(({ writableWhen }) => writableWhen);
  return [...new Set(conditions.flatMap((when) => (when === undefined ? [] : pathsRead(when, 'record'))))];
}

/** Paths of the record that a form shows, and that the starting values and bounds of its inputs read. */
export function inputPaths(form: FormView): readonly string[] {
  return formFields(form).flatMap(({ field, defaultValue, shown }) => [
    ...(shown === undefined ? [] : [shown]),
    ...(defaultValue === undefined ? [] : pathsRead(defaultValue, 'record')),
    ...textReads([field.bounds?.min, field.bounds?.max], 'record'),
  ]);
}

/**
 * Paths a form must be given to change a record: its fields, the cells of its child rows, what says which are open, and
 * what else of the record its conditions read.
 */
export function formPaths(form: FormView): readonly string[] {
  const own = [...writablePaths(form), ...formFields(form).map(pathOf), ...formRows(form).flatMap(rowPaths)];
  return [...new Set([...own, ...conditionPaths(form)])];
}

/** Paths of the record that say what is shown, open and required, and what may be chosen. */
function conditionPaths(form: FormView): readonly string[] {
  const cells = formRows(form).flatMap(({ fields }) => fields.filter((cell) => cell.kind === 'field'));
  const items = [...formFields(form), ...formRows(form), ...cells];
  const conditions = [
    ...form.sections.map(({ visibleWhen }) => visibleWhen),
    ...items.flatMap(({ visibleWhen, enabledWhen, requiredWhen }) => [visibleWhen, enabledWhen, requiredWhen]),
    ...[...formFields(form), ...cells].flatMap(({ conditions = [] }) => conditions.map(({ value }) => value)),
    ...form.rules.map(({ when }) => when),
  ];
  return conditions.flatMap((when) => (when === undefined ? [] : pathsRead(when, 'record')));
}

function rowPaths({ key, fields, lists }: FormRowsView): readonly string[] {
  const cells = fields.flatMap((cell) => (cell.kind === 'field' ? pathOf(cell) : []));
  return [...cells, ...lists.flatMap(rowPaths)].map((path) => `${key}.${path}`);
}

function pathOf({ key, shown }: FormFieldView): string {
  return shown ?? key;
}
