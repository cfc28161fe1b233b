import { fileTypeOf, kindOfValue } from '../fields/type-groups.ts';
import type { EntityField } from '../generated/documents.ts';

/** Whether a cell of a table may fill in a field: one that people fill in themselves, and that a text can say. */
export function isCellField(field: EntityField): boolean {
  const isSaid = kindOfValue(field) !== 'json' && fileTypeOf(field.type) === undefined;
  return field.readonly !== true && field.secret !== true && field.refBy === undefined && isSaid;
}
