import { entityModel, isStored } from '../../entity/entity-model.ts';
import { isNumber } from '../../fields/type-groups.ts';
import type { EntityDocument, OperationInput } from '../../generated/documents.ts';
import { inputFields } from '../../record/validate-record.ts';
import { documentText } from '../../texts/document-text.ts';
import { expectation } from '../../texts/message.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks the inputs of a transition or action: fields of the entity, or declared with a type in place. */
export function checkInputs(
  inputs: readonly OperationInput[] | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { fields } = entityModel(entity);
  checker.uniqueKeys(inputs, at);
  for (const [index, input] of (inputs ?? []).entries()) {
    const key = input.field ?? input.key;
    if (input.type === undefined && checker.name('field', key, fields.keys(), [...at, index, 'field'])) {
      const field = fields.get(key);
      if (field !== undefined && (!isStored(field) || field.secret === true))
        checker.expect(documentText('check.inputs.fieldToFillIn'), key, [...at, index, 'field']);
    }
    if (input.ref !== undefined) checker.entity(input.ref, [...at, index, 'ref']);
    checkExpressions(input, entity, checker, [...at, index]);
  }
}

/** Checks what an input says in expressions: what it starts with, and the bounds of a number. */
function checkExpressions(input: OperationInput, entity: EntityDocument, checker: Checker, at: At): void {
  const field = inputFields([input], entityModel(entity).fields).get(input.key);
  for (const name of ['min', 'max', 'defaultValue'] as const) {
    const source = input[name];
    if (source === undefined || field === undefined) continue;
    if (name !== 'defaultValue' && !isNumber(field))
      checker.expect(documentText('check.inputs.minAndMaxOfNumber'), field.type, [...at, name]);
    else checker.expression(source, 'input', { entity, field }, [...at, name]);
  }
}

/** A permission key belongs to the entity and does not take the name of a generic verb it is not. */
export function checkPermission(permission: string, entity: EntityDocument, checker: Checker, at: At): void {
  if (permission.startsWith(`${entity.name}:`)) return;
  checker.add(
    {
      code: 'E_SCHEMA_PERMISSION',
      ...expectation(documentText('check.inputs.keyOfEntity', { entity: entity.name })),
      got: permission,
    },
    at,
  );
}
