import type { EntityField, ViewContext, WireRecord } from '../../model/index.ts';
import { jsonFace } from './data-face.tsx';
import type { FieldFace } from './face.ts';
import { fileFace, filesFace } from './file/file-face.tsx';
import { plainFaces } from './plain-faces.ts';
import { refFace } from './ref-face.tsx';
import { htmlFace, longTextFace } from './text-face.tsx';
import './faces.css';

/** The one registry from field type to its faces. */
export const faces: Readonly<Record<EntityField['type'], FieldFace>> = {
  ...plainFaces,
  text: longTextFace,
  html: htmlFace,
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
