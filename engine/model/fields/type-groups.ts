import { fieldTypes } from './field-types.ts';
import type { FieldType, FieldTypeName, NumberType, ValueKind } from './kind/field-type.ts';
import type { FileFieldType } from './kind/file-types.ts';

type Typed = { readonly type: FieldTypeName };

/** Whether a word names a type. */
function isFieldType(name: string): name is FieldTypeName {
  return Object.hasOwn(fieldTypes, name);
}

/** The names of the types of which something holds, in the order of the table. */
export function typesWhere(holds: (type: FieldType) => boolean): readonly FieldTypeName[] {
  return Object.keys(fieldTypes)
    .filter(isFieldType)
    .filter((name) => holds(fieldTypes[name]));
}

/** What kind of value a field holds. */
export function kindOfValue({ type }: Typed): ValueKind {
  return fieldTypes[type].kind;
}

/** How the numbers of a field are stored and written; undefined where it holds none. */
export function numberOf({ type }: Typed): NumberType | undefined {
  return fieldTypes[type].number;
}

/** Whether a field holds numbers: what can be added up and has bounds. */
export function isNumber(field: Typed): boolean {
  return numberOf(field) !== undefined;
}

/** Whether a field holds a day or a moment. */
export function isTime(field: Typed): boolean {
  const kind = kindOfValue(field);
  return kind === 'day' || kind === 'moment';
}

/** Whether each value of a field is a month, kept as its first day. */
export function isMonth({ type }: Typed): boolean {
  return fieldTypes[type].isMonth === true;
}

/** A value short enough to group or filter by: not several in one, no text without end. */
export function isShort({ type }: Typed): boolean {
  const { kind, isLong, files } = fieldTypes[type];
  return kind !== 'json' && isLong !== true && files === undefined;
}

/** One value that is whole in itself: what rows are sorted by and compared for equality. */
export function isSingle({ type }: Typed): boolean {
  const { kind, isLong } = fieldTypes[type];
  return kind !== 'json' && kind !== 'references' && isLong !== true;
}

/** What each file of a field must be; undefined for a field of another type. */
export function fileTypeOf(type: FieldTypeName): FileFieldType | undefined {
  return fieldTypes[type].files;
}

/** Whether a field holds several files, in order. */
export function isFileList(type: FieldTypeName): boolean {
  return fileTypeOf(type) !== undefined && fieldTypes[type].kind === 'references';
}
