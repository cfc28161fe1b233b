import type { EntityField, ViewContext, WireRecord } from '../../model/index.ts';
import { boolFace } from './bool-face.tsx';
import { jsonFace } from './data-face.tsx';
import { dayFace, momentFace } from './date-face.tsx';
import { enumFace } from './enum-face.tsx';
import type { FieldFace } from './face.ts';
import { fileFace, filesFace } from './file/file-face.tsx';
import { numberFace } from './number-face.tsx';
import { refFace } from './ref-face.tsx';
import { htmlFace, longTextFace, textFace, urlFace } from './text-face.tsx';
import './faces.css';

/** The one registry from field type to its faces. */
export const faces: Readonly<Record<EntityField['type'], FieldFace>> = {
  string: textFace,
  mobile: textFace,
  idcard: textFace,
  email: textFace,
  url: urlFace,
  text: longTextFace,
  html: htmlFace,
  int: numberFace,
  decimal: numberFace,
  money: numberFace,
  bool: boolFace,
  date: dayFace,
  datetime: momentFace,
  enum: enumFace,
  ref: refFace,
  refs: refFace,
  json: jsonFace,
  file: fileFace,
  image: fileFace,
  files: filesFace,
  images: filesFace,
};

/** A value as plain text: for titles, copying and accessible names. */
export function fieldText(field: EntityField, path: string, record: WireRecord, context: ViewContext): string {
  return faces[field.type].text({ field, path, record }, context);
}
