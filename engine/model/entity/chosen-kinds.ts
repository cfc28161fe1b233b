import type { EntityDocument, EntityField } from '../generated/documents.ts';

/** A field that names a record of one of several kinds. */
export type KindField = EntityField & Required<Pick<EntityField, 'refBy'>>;

/** The fields in which people name a record of one of several kinds, on a page of the entity or of what its rows belong to. */
export function chosenKinds({ operations, fields }: EntityDocument): readonly KindField[] {
  const isWritten = operations.length === 0 || operations.includes('create') || operations.includes('modify');
  return isWritten
    ? fields.filter((field): field is KindField => field.refBy !== undefined && field.readonly !== true)
    : [];
}
