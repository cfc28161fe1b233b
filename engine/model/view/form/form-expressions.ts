import type { Expression } from '../../expression/ast.ts';
import { lookupsRead } from '../../expression/dependencies.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { FormConditions, FormFieldView, FormRowsView, FormView } from './form-shape.ts';

/** Every expression of a form: of its sections, rules, fields and child rows. */
export function formExpressions(form: FormView): readonly Expression[] {
  const items = form.sections.flatMap((section) => section.items.filter((item) => item.kind !== 'fault'));
  const fields = items.flatMap((item) => (item.kind === 'field' ? [item] : cellsOf(item)));
  return [
    ...form.sections.map((section) => section.visibleWhen),
    ...form.rules.map((rule) => rule.when),
    ...items.flatMap(conditionsOf),
    ...fields.flatMap(expressionsOf),
  ].filter((expression) => expression !== undefined);
}

/** The cells of child rows, and of rows of theirs. */
function cellsOf({ fields, lists }: FormRowsView): readonly FormFieldView[] {
  return [...fields.filter((cell) => cell.kind === 'field'), ...lists.flatMap(cellsOf)];
}

/** The expressions of one field. */
export function expressionsOf(field: FormFieldView): readonly Expression[] {
  const values = [field.defaultValue, field.compute, ...(field.conditions ?? []).map(({ value }) => value)];
  return [...conditionsOf(field), ...values, ...boundsOf(field)].filter((expression) => expression !== undefined);
}

/** The entities a form looks rows up in, with the fields it needs of them. */
export function formLookups(form: FormView): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const expression of formExpressions(form))
    for (const [entity, fields] of lookupsRead(expression))
      found.set(entity, new Set([...(found.get(entity) ?? []), ...fields]));
  return found;
}

function conditionsOf({ visibleWhen, enabledWhen, requiredWhen }: FormConditions): readonly (Expression | undefined)[] {
  return [visibleWhen, enabledWhen, requiredWhen];
}

/** What an input may lie between. */
function boundsOf({ field: { bounds } }: FormFieldView): readonly Expression[] {
  return [bounds?.min, bounds?.max].flatMap((source) => {
    const outcome = source === undefined ? undefined : parseExpression(source);
    return outcome?.ok === true ? [outcome.expression] : [];
  });
}
