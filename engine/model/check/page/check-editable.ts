import { entityModel } from '../../entity/entity-model.ts';
import { fieldTypes } from '../../fields/field-types.ts';
import type { EntityDocument, FormDocument, ListPage } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { Checker } from '../checker/checker.ts';

/** Checks columns that are changed in place: their field is one a cell can edit, open in the form of a row action. */
export function checkEditable(page: ListPage, entity: EntityDocument, checker: Checker): void {
  const open = openFields(page, entity, checker);
  for (const [index, column] of page.columns.entries()) {
    if (column.editable !== true) continue;
    const at = ['columns', index, 'editable'];
    const field = entityModel(entity).fields.get(column.field);
    if (
      field === undefined ||
      fieldTypes[field.type].fitsCell !== true ||
      field.mask !== undefined ||
      column.widget !== undefined
    )
      checker.expect(checkText('check.editable.plainFieldOfEntityItself'), column.field, at);
    else if (!open.has(column.field))
      checker.expect(checkText('check.editable.rowActionOnModifyWhoseForm'), column.field, at);
  }
}

function openFields(page: ListPage, entity: EntityDocument, checker: Checker): ReadonlySet<string> {
  const forms = (page.row ?? []).flatMap(({ api, form }): readonly FormDocument[] => {
    const operation = api === undefined ? undefined : checker.operations.get(api);
    const isModify = operation?.kind === 'modify' && operation.entity === entity.name;
    const document = form === undefined ? undefined : page.forms?.[form];
    return isModify && document !== undefined ? [document] : [];
  });
  return new Set(forms.flatMap(freeFields));
}

/** Fields of a form whose state hangs on no other field: a cell knows nothing of the others. */
function freeFields({ sections, rules }: FormDocument): readonly string[] {
  const ruled = new Set((rules ?? []).flatMap((rule) => rule.then.map(({ field }) => field)));
  const bound = ['readonly', 'compute', 'visibleWhen', 'enabledWhen', 'requiredWhen'] as const;
  return sections
    .flatMap(({ fields }) => fields)
    .flatMap((item) => {
      if (typeof item === 'string') return [item];
      return bound.some((word) => item[word] !== undefined && item[word] !== false) ? [] : [item.key];
    })
    .filter((key) => !ruled.has(key));
}
