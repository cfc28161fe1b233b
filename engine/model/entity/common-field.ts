import { fileTypeOf, kindOfValue } from '../fields/type-groups.ts';
import type { EntityDocument, EntityField } from '../generated/documents.ts';

/** Under what name a reference to one of several kinds reads what each of them is called. */
export const calledName = 'name';

/** A field as one of several kinds has it. */
export type FieldOfKind = { readonly field: EntityField; readonly owner: EntityDocument };

/**
 * What several kinds have in common at the end of a path: one value of one type, which none of them masks; undefined
 * where one of them has it otherwise. A field of one and the same entity is itself.
 */
export function commonField(found: readonly FieldOfKind[]): EntityField | undefined {
  const [first, ...others] = found;
  if (first === undefined || others.every(({ owner }) => owner === first.owner)) return first?.field;
  const { type, dictionary, ref, unit } = first.field;
  const isAlike = ({ field }: FieldOfKind) =>
    field.type === type && field.dictionary === dictionary && field.ref === ref && field.unit === unit;
  return found.every(isPlain) && others.every(isAlike) ? first.field : undefined;
}

/** What each of several kinds is called; undefined where one is called by what is no text, or has another field of that name. */
export function calledField(found: readonly FieldOfKind[]): EntityField | undefined {
  const isMeant = ({ field, owner }: FieldOfKind) =>
    field.key === calledName || owner.fields.every(({ key }) => key !== calledName);
  const isText = (kind: FieldOfKind) => isPlain(kind) && kindOfValue(kind.field) === 'text';
  return found.every((kind) => isText(kind) && isMeant(kind))
    ? { key: calledName, title: '名称', type: 'string', readonly: true }
    : undefined;
}

/** One value in clear, which nothing else hangs on: no file, no call, no further kinds. */
function isPlain({ field }: FieldOfKind): boolean {
  const kind = kindOfValue(field);
  const isValue =
    kind !== 'json' && kind !== 'references' && field.type !== 'html' && fileTypeOf(field.type) === undefined;
  return (
    isValue && field.mask === undefined && field.secret !== true && field.dial !== true && field.refBy === undefined
  );
}
