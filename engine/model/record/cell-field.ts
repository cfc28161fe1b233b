import { fileTypeOf, kindOfValue } from '../fields/type-groups.ts';
import type { EntityField } from '../generated/documents.ts';

/** Whether a cell of a table can say what a field holds: files cannot be said, nor structured data without a shape. */
export function isWritten(field: Pick<EntityField, 'type' | 'shape'>): boolean {
  return (kindOfValue(field) !== 'json' || field.shape !== undefined) && fileTypeOf(field.type) === undefined;
}

/** Whether a cell of a table may fill in a field: one that people fill in themselves, and that a text can say. */
export function isCellField(field: EntityField): boolean {
  const isSaid = isWritten(field);
  return field.readonly !== true && field.secret !== true && field.refBy === undefined && isSaid;
}
