import type { EntityField, ViewContext, WireRecord } from '../../model/index.ts';
import { jsonRenderer } from './data-renderer.tsx';
import { fileRenderer, filesRenderer } from './file/file-renderer.tsx';
import { plainRenderers } from './plain-renderers.ts';
import { refRenderer } from './ref-renderer.tsx';
import type { FieldRenderer } from './renderer/field-renderer.ts';
import { htmlRenderer, longTextRenderer } from './text-renderer.tsx';
import './fields.css';

/** The one registry from field type to its renderer. */
export const fieldRenderers: Readonly<Record<EntityField['type'], FieldRenderer>> = {
  ...plainRenderers,
  text: longTextRenderer,
  html: htmlRenderer,
  ref: refRenderer,
  refs: refRenderer,
  json: jsonRenderer,
  file: fileRenderer,
  image: fileRenderer,
  files: filesRenderer,
  images: filesRenderer,
};

/** A value as plain text: for titles, copying and accessible names. */
export function fieldText(field: EntityField, path: string, record: WireRecord, context: ViewContext): string {
  return fieldRenderers[field.type].text({ field, path, record }, context);
}
