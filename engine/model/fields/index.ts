// Field types and what holds for all of them.

export { isComparable } from './checks/comparable.ts';
export { fileRuleOf } from './checks/file-rule.ts';
export { inkOn } from './color.ts';
export { fieldTypes } from './field-types.ts';
export { maxFormula, textFormats, variablesIn } from './html.ts';
export type { FieldType, FieldTypeName, NumberType, ValueKind } from './kind/field-type.ts';
export {
  endingsOf,
  type FileFieldType,
  type FileKind,
  type FileRule,
  type FileType,
  fileFault,
  fileLimits,
  fileTypes,
  kindFault,
  playedAs,
  sentKinds,
  sizeLimitOf,
  sizeText,
  typeOfName,
  typesOf,
  usualFiles,
  wholeBytes,
} from './kind/file-types.ts';
export { picturesOf, withoutPictures } from './kind/html-parts.ts';
export { isId } from './kind/id-value.ts';
export { storedNumber } from './kind/number-value.ts';
export { emptiness } from './kind/operators.ts';
export { normaliseLandline, normaliseMobile, normaliseNumber } from './kind/phone-number.ts';
export { inSmallLetters } from './kind/text-value.ts';
export { checkKey, fitsShape, isShapeValues, maxRowsOf, type ShapeType, type ShapeValues } from './shape-value.ts';
export {
  fileTypeOf,
  isFileList,
  isMonth,
  isNumber,
  isSingle,
  isTime,
  kindOfValue,
  numberOf,
  typesWhere,
} from './type-groups.ts';
