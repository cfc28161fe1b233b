import type { EntityModel } from '../../entity/entity-model.ts';
import type { Scope } from '../../expression/evaluate.ts';
import { fileTypeOf } from '../../fields/type-groups.ts';
import type { ActionView } from '../action/action-view.ts';
import { mayWrite } from '../form/form-linkage.ts';
import { formFields } from '../form/form-view.ts';

/**
 * The action of a record by which all of these fields can be set to what they were: they stand open in its form, for this
 * record too. A number behind a mask was kept masked, and a file may be gone: those nobody sets back.
 */
export function settingBack(
  keys: readonly string[],
  entity: EntityModel,
  actions: readonly ActionView[],
  scope: Scope,
): ActionView | undefined {
  return actions.find(
    (action) =>
      action.operation?.kind === 'modify' &&
      action.operation.entity === entity.document.name &&
      action.fault === undefined &&
      action.isPossible(scope) &&
      action.isEnabled(scope) &&
      keys.every((key) => isOpen(key, entity, action, scope)),
  );
}

function isOpen(key: string, entity: EntityModel, { form }: ActionView, scope: Scope): boolean {
  const field = entity.fields.get(key);
  if (field === undefined || field.readonly === true || form === undefined) return false;
  if (field.mask !== undefined || field.shape !== undefined || fileTypeOf(field.type) !== undefined) return false;
  const view = formFields(form).find((one) => one.key === key);
  return view !== undefined && !view.readonly && view.compute === undefined && mayWrite(view, scope);
}
