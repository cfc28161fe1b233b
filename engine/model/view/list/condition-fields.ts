import { pathTitle, resolvePath } from '../../entity/entity-model.ts';
import type { EntityField } from '../../generated/documents.ts';
import type { ViewContext } from '../compile/view-context.ts';
import type { FilterView } from './list-view.ts';

/** The fields on which a field of conditions may ask, ready to draw; those the reader may not see are left out. */
export function conditionFields(
  { conditions }: Pick<EntityField, 'conditions'>,
  context: ViewContext,
): readonly FilterView[] {
  const entity = conditions === undefined ? undefined : context.entities.get(conditions.of);
  if (conditions === undefined || entity === undefined) return [];
  return conditions.fields.flatMap((path): readonly FilterView[] => {
    const resolved = resolvePath(context.entities, entity, path);
    if (resolved === undefined) return [];
    const title = pathTitle(context.entities, entity, path);
    return [{ key: path, path, field: resolved.field, title, folded: false }];
  });
}
