import { entityModel } from '../../entity/entity-model.ts';
import type { EntityAction, EntityDocument } from '../../generated/documents.ts';
import { isCellField } from '../../record/cell-field.ts';
import { inputFields } from '../../record/validate-record.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks an action that takes a table: it stands on no row, changes something, and cells can say what it must have. */
export function checkActionImport(action: EntityAction, entity: EntityDocument, checker: Checker, at: At): void {
  if (action.import === undefined) return;
  const here = [...at, 'import'];
  if (action.of !== 'entity' || action.reads === true || action.asOneself === true)
    checker.expect(
      documentText('check.actionImport.ofEntityWithoutReadsAndAsOneself'),
      action.import,
      here,
      'E_SCHEMA_CONFLICT',
    );
  const fields = [...inputFields(action.input ?? [], entityModel(entity).fields).values()];
  if (!fields.some(isCellField))
    checker.expect(documentText('check.actionImport.inputThatCellCanFillIn'), action.import, here);
  for (const [index, field] of fields.entries())
    if (field.required === true && !isCellField(field))
      checker.expect(
        documentText('check.actionImport.requiredInputThatCellCanFill'),
        field.key,
        [...at, 'input', index],
        'E_SCHEMA_CONFLICT',
      );
}
