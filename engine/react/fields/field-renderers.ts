import type { EntityField } from '../../model/documents/index.ts';
import type { FieldTypeName } from '../../model/fields/index.ts';
import type { ViewContext } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { color } from './color/color.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { html } from './html.ts';
import { image } from './image.ts';
import { images } from './images.ts';
import { json } from './json.ts';
import { plainRenderers } from './plain/plain-renderers.ts';
import { ref } from './ref.ts';
import { refs } from './refs.ts';
import type { FieldRenderer } from './renderer/field-renderer.ts';
import { text } from './text.ts';
import './fields.css';

/** The one registry from field type to its renderer. */
export const fieldRenderers: Readonly<Record<FieldTypeName, FieldRenderer>> = {
  ...plainRenderers,
  color,
  text,
  html,
  ref,
  refs,
  json,
  file,
  image,
  files,
  images,
};

/** A value of a type that stands by itself, without its field; undefined where it is told as it is. */
export function toldValue(type: FieldTypeName, value: unknown): string | undefined {
  return fieldRenderers[type].told?.(value);
}

/** A value as plain text: for titles, copying and accessible names. */
export function fieldText(field: EntityField, path: string, record: WireRecord, context: ViewContext): string {
  return fieldRenderers[field.type].text({ field, path, record }, context);
}
