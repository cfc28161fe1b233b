import { entityModel, isStored } from '../../entity/entity-model.ts';
import type { EntityDocument, Transition, TransitionPreview } from '../../generated/documents.ts';
import { inputFields } from '../../record/validate-record.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks what is to be looked at before a transition: rows that refer to the record, or what a reading action answers. */
export function checkPreview(transition: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  const { preview } = transition;
  if (preview === undefined) return;
  const here = [...at, 'preview'];
  const { rows, action, columns, input } = preview;
  const isOfRows = rows !== undefined && action === undefined && columns === undefined && input === undefined;
  const isOfAction = rows === undefined && action !== undefined && columns !== undefined;
  if (!isOfRows && !isOfAction) {
    checker.expect(documentText('check.preview.rowsOrActionWithColumns'), Object.keys(preview).join(', '), here);
    return;
  }
  refuseUnseenWays(transition, checker, at);
  if (rows !== undefined) checkRows(rows, transition, entity, checker, [...here, 'rows']);
  else checkAction(preview, transition, entity, checker, here);
}

/** Nobody looks where many rows move at once, by a table, or by an undo. */
function refuseUnseenWays(transition: Transition, checker: Checker, at: At): void {
  for (const key of ['bulk', 'import'] as const)
    if (transition[key] !== undefined && transition[key] !== false)
      checker.expect(documentText('check.preview.oneRowAtTimeWhereIt'), key, [...at, key]);
}

/** Refuses a transition that has to be looked at first where nobody looks: as an undo. */
export function refusePreviewed(transition: Transition | undefined, checker: Checker, at: At): void {
  if (transition?.preview === undefined) return;
  checker.expect(documentText('check.preview.transitionThatIsNotLookedAt'), transition.key, at);
}

function checkRows(
  rows: NonNullable<TransitionPreview['rows']>,
  transition: Transition,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const target = checker.entity(rows.entity, [...at, 'entity']);
  if (target === undefined) return;
  const { fields } = entityModel(target);
  const by = fields.get(rows.by);
  if (
    checker.name('field', rows.by, fields.keys(), [...at, 'by'], target) &&
    !(by?.type === 'ref' && by.ref === entity.name && isStored(by))
  )
    checker.expect(documentText('check.preview.referenceTo', { entity }), rows.by, [...at, 'by']);
  if (rows.where !== undefined)
    checker.expression(rows.where, 'effectRows', { entity, inputs: transition.input, storedRow: target }, [
      ...at,
      'where',
    ]);
  checker.sort(target, rows.order, [...at, 'order']);
  for (const [index, path] of rows.fields.entries()) {
    const field = checker.path(target, path, [...at, 'fields', index]);
    if (field?.secret === true)
      checker.expect(documentText('check.preview.fieldThatIsShown'), path, [...at, 'fields', index]);
  }
}

function checkAction(
  { action, input }: TransitionPreview,
  transition: Transition,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const readers = (entity.actions ?? []).filter(({ of, reads }) => of === 'entity' && reads === true);
  const known = readers.map(({ key }) => key);
  if (!checker.name('readingAction', action ?? '', known, [...at, 'action'], entity)) return;
  const wanted = inputFields(readers.find(({ key }) => key === action)?.input ?? [], entityModel(entity).fields);
  for (const [key, source] of Object.entries(input ?? {})) {
    const field = wanted.get(key);
    if (checker.name('field', key, wanted.keys(), [...at, 'input', key]) && field !== undefined)
      checker.expression(source, 'set', { entity, field, inputs: transition.input }, [...at, 'input', key]);
  }
  const missing = [...wanted].filter(([key, { required }]) => required === true && input?.[key] === undefined);
  for (const [, { title }] of missing)
    checker.add({ code: 'E_INPUT_REQUIRED', title }, input === undefined ? at : [...at, 'input']);
}
