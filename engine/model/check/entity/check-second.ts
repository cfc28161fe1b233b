import { entityModel } from '../../entity/entity-model.ts';
import { fileTypeOf } from '../../fields/type-groups.ts';
import type { EntityDocument, Transition } from '../../generated/documents.ts';
import { inputFields } from '../../record/validate-record.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';

/** Checks a transition that takes two people: a permission, a condition, and inputs that may wait where others read them. */
export function checkSecond(transition: Transition, entity: EntityDocument, checker: Checker, at: At): void {
  const { second, input } = transition;
  if (second === undefined) return;
  checkPermission(second.permission, entity, checker, [...at, 'second', 'permission']);
  if (second.when !== undefined)
    checker.expression(second.when, 'guard', { entity, inputs: input }, [...at, 'second', 'when']);
  if (transition.undo !== undefined)
    checker.expect(documentText('check.second.noUndoByOnePersonOf'), transition.key, [...at, 'undo']);
  const fields = inputFields(input ?? [], entityModel(entity).fields);
  for (const [index, { key }] of (input ?? []).entries()) {
    const field = fields.get(key);
    const isKept = field === undefined || !(field.secret === true || field.mask !== undefined || field.type === 'html');
    if (!isKept || fileTypeOf(field?.type ?? 'string') !== undefined)
      checker.expect(documentText('check.second.inputsThatMayWaitNeitherMasked'), key, [...at, 'input', index]);
  }
}

/** Refuses a transition that takes two people where nobody could be the second: in an effect, a schedule, an undo. */
export function refuseSecond(transition: Transition | undefined, checker: Checker, at: At): void {
  if (transition?.second === undefined) return;
  checker.expect(documentText('check.second.transitionThatTakesOnePerson'), transition.key, at);
}
