import type { EntityField } from '../generated/documents.ts';
import { fileFieldTypes } from './file-types.ts';

const unfit: ReadonlySet<EntityField['type']> = new Set(['json', ...fileFieldTypes]);

/** Whether a cell of a table may fill in a field: one that people fill in themselves, and that a text can say. */
export function isCellField(field: EntityField): boolean {
  return field.readonly !== true && field.secret !== true && field.refBy === undefined && !unfit.has(field.type);
}
