import { parseExpression } from '../../expression/parse.ts';
import type { FormView } from './form-shape.ts';

const never = parseExpression('false');

/** A form that is read and not filled in: nothing in it stands open to the reader. */
export function closedForm(form: FormView): FormView {
  if (!never.ok) return form;
  const { expression: writableWhen } = never;
  const sections = form.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => (item.kind === 'fault' ? item : { ...item, writableWhen })),
  }));
  return { ...form, sections };
}
