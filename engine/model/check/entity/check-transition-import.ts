import { entityModel, isStored } from '../../entity/entity-model.ts';
import { isSingle } from '../../fields/type-groups.ts';
import type { EntityDocument, EntityField, Transition } from '../../generated/documents.ts';
import { isCellField } from '../../record/cell-field.ts';
import { inputFields } from '../../record/validate-record.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks a transition that takes a table: fields that tell one row from all others, and inputs that cells can fill in. */
export function checkTransitionImport(transition: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  const { by } = transition.import ?? {};
  if (by === undefined) return;
  const { fields } = entityModel(entity);
  const place = [...at, 'import', 'by'];
  const isKnown = by.map((key, index) => checker.name('field', key, fields.keys(), [...place, index])).every(Boolean);
  const taken = new Set((transition.input ?? []).map(({ key }) => key));
  for (const [index, key] of by.entries()) {
    const field = fields.get(key);
    if (field !== undefined && !tellsRows(field))
      checker.expect(documentText('check.transitionImport.storedFieldThatCellCanHold'), key, [...place, index]);
    if (taken.has(key))
      checker.expect(documentText('check.transitionImport.fieldThatIsNoInputAs'), key, [...place, index]);
  }
  if (isKnown && !isUnique(by, entity))
    checker.expect(documentText('check.transitionImport.uniqueFieldOrAllFieldsOf'), by.join('、'), place);
  if (transition.second !== undefined)
    checker.expect(documentText('check.transitionImport.noTableForWhatTakesTwo'), transition.key, [...at, 'import']);
  checkCells(transition, entity, checker, [...at, 'input']);
}

/** Whether a cell can say which rows are meant by the field. */
function tellsRows(field: EntityField): boolean {
  const isSaid = isStored(field) && isCellField({ ...field, readonly: false });
  return isSaid && field.mask === undefined && isSingle(field);
}

/** What has to be given is given in a cell. */
function checkCells({ input = [] }: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  const inputs = inputFields(input, entityModel(entity).fields);
  for (const [index, { key }] of input.entries()) {
    const field = inputs.get(key);
    if (field?.required === true && !isCellField(field))
      checker.expect(documentText('check.transitionImport.inputThatCellCanFillIn'), key, [...at, index]);
  }
}

/** Whether no two live rows have the same values in these fields. */
function isUnique(by: readonly string[], { fields, indexes = [] }: EntityDocument): boolean {
  const [only, ...others] = by;
  if (others.length === 0 && fields.find(({ key }) => key === only)?.unique === true) return true;
  const wanted = by.toSorted().join();
  return indexes.some(
    (index) =>
      index.unique === true &&
      index.where === undefined &&
      index.fields
        .map((field) => field.replace(/^-/, ''))
        .toSorted()
        .join() === wanted,
  );
}
