import {
  checkCustomField,
  createCustomField,
  modifyCustomField,
  moveCustomField,
  queryCustomFields,
  queryFieldUses,
  removeCustomField,
  restoreCustomField,
  retireCustomField,
} from '../../../contract/design/custom-fields.ts';
import { type CallerOperation, implement } from '../../kernel/operation/operation.ts';
import { createField, modifyField, moveFields, restoreField, retireField } from './change-fields.ts';
import { checkField } from './check-field.ts';
import { fieldUses } from './field-uses.ts';
import { customFields } from './list-fields.ts';
import { startRemoval } from './remove-field.ts';

/** Fields made in the app: one after another through the same checks as shipped ones. */
export const fieldOperations: readonly CallerOperation[] = [
  implement(queryCustomFields, customFields),
  implement(checkCustomField, checkField),
  implement(createCustomField, createField),
  implement(modifyCustomField, modifyField),
  implement(moveCustomField, moveFields),
  implement(queryFieldUses, fieldUses),
  implement(retireCustomField, retireField),
  implement(restoreCustomField, restoreField),
  implement(removeCustomField, startRemoval),
];
