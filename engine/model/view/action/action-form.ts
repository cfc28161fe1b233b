import type { DeclaredOperation } from '../../access/operations.ts';
import type { EntityModel } from '../../entity/entity-model.ts';
import type { FormDocument, PageAction } from '../../generated/documents.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import type { FormView } from '../form/form-shape.ts';
import { type FormOptions, formView, inputsForm } from '../form/form-view.ts';

/** The form that a button opens, as its page or its operation gives it. */
export function actionForm(
  action: PageAction,
  title: string,
  operation: DeclaredOperation | undefined,
  forms: Readonly<Record<string, FormDocument>> | undefined,
  entity: EntityModel,
  context: ViewContext,
): FormView | undefined {
  const form = action.form === undefined ? undefined : forms?.[action.form];
  const { pair, change } = action;
  const view = submitForm(form, withoutInput(operation, pair), entity, { title, context, at: `forms/${action.form}` });
  return change === 'remove' && view !== undefined ? withAllOffered(view) : view;
}

/** The form with every record offered: what can no longer be chosen can still be taken out. */
function withAllOffered(form: FormView): FormView {
  const sections = form.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      if (item.kind !== 'field') return item;
      const { filter: _, ...field } = item.field;
      return { ...item, field };
    }),
  }));
  return { ...form, sections };
}

/** The operation without an input that is not asked for: the selection gives it. */
function withoutInput(operation: DeclaredOperation | undefined, key: string | undefined) {
  if (key === undefined || operation?.kind !== 'action') return operation;
  return { ...operation, input: operation.input.filter((input) => input.key !== key) };
}

/** The form of an operation as a page gives it, else one of its inputs; undefined when it needs none. */
export function submitForm(
  form: FormDocument | undefined,
  operation: DeclaredOperation | undefined,
  entity: EntityModel,
  options: Omit<FormOptions, 'inputs' | 'isChange'>,
): FormView | undefined {
  const { context } = options;
  const inputs = operation?.kind === 'transition' || operation?.kind === 'action' ? operation.input : [];
  if (form === undefined) return inputs.length === 0 ? undefined : inputsForm(entity, { ...options, inputs });
  const ofOperation = operation === undefined || operation.kind === 'dataset' ? undefined : operation.entity;
  const owner = modelOf(context, form.entity ?? ofOperation ?? entity.document.name) ?? entity;
  // The record at hand tells what is open in a form about itself only.
  const isChange = operation?.kind === 'modify' && owner.document.name === entity.document.name;
  return formView(form, owner, { ...options, inputs, isChange });
}
