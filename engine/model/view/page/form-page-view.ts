import type { EntityModel } from '../../entity/entity-model.ts';
import type { FormPage } from '../../generated/documents.ts';
import { submitForm } from '../action/action-form.ts';
import { type ActionView, actionViews } from '../action/action-view.ts';
import { defined } from '../compile/defined.ts';
import { modelOf, type ViewContext } from '../compile/view-context.ts';
import type { FormView } from '../form/form-shape.ts';

/** A form page ready to draw: an action whose form fills the page. */
export type FormPageView = {
  readonly page: FormPage;
  readonly entity: EntityModel;
  readonly action: ActionView & { readonly form: FormView };
  /** Whether the address must name the record that is changed. */
  readonly needsRecord: boolean;
};

/** Compiles a form page once; undefined when its entity is not in the bundle. */
export function formPageView(page: FormPage, context: ViewContext): FormPageView | undefined {
  const entity = modelOf(context, page.entity);
  if (entity === undefined) return undefined;
  const { permission, title, values, success, after } = page;
  const [action] = actionViews(
    [{ key: 'submit', title, permission, api: page.api.submit, ...defined({ values, success, after }) }],
    entity,
    undefined,
    context,
  );
  if (action === undefined) return undefined;
  const form = submitForm(page.form, action.operation, entity, { title, context, at: 'form' });
  if (form === undefined) return undefined;
  const kind = action.operation?.kind;
  const needsRecord = kind === 'modify' || kind === 'transition' || kind === 'delete';
  return { page, entity, action: { ...action, form }, needsRecord };
}
