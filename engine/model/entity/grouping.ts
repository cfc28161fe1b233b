import { fieldTypes } from '../fields/field-types.ts';
import { isNumber } from '../fields/type-groups.ts';
import type { EntityField } from '../generated/documents.ts';
import { relationName } from '../naming/naming.ts';
import type { ResolvedPath } from './entity-model.ts';

/** Whether rows can be grouped by a field at this path: a choice, a switch, a day or time, or the record referred to. */
export function isGroupable(path: string, { type, key }: EntityField): boolean {
  if (key === 'id') return path.includes('.');
  return fieldTypes[type].isGroupable === true;
}

/** Whether the values of a field can be added up. */
export function isSummable(field: EntityField): boolean {
  return isNumber(field);
}

/** The path rows are grouped by along a column; undefined where it groups nothing, or is masked. */
export function groupPath({ relations, field, entity, kinds }: ResolvedPath, path: string): string | undefined {
  if (field.mask !== undefined || field.secret === true) return undefined;
  // A related record is told apart by its id; its name may be another's, too.
  if (field.type === 'ref' && field.ref !== undefined) return `${path.replace(/[^.]+$/, relationName(field.key))}.id`;
  // One name of several kinds is none of theirs.
  if (kinds !== undefined && relations.at(-1)?.kind !== undefined && field.ref === undefined)
    return isGroupable(path, field) && field.key !== 'id' ? path : undefined;
  if (relations.length > 0 && field.key === entity.document.label) return path.replace(/[^.]+$/, 'id');
  return isGroupable(path, field) ? path : undefined;
}
