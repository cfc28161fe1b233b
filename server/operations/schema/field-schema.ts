import type { EntityField } from '../../../engine/model/documents/index.ts';
import { serverFieldTypes } from '../../fields/field-types.ts';
import type { Dictionaries } from '../../fields/kind/server-field-type.ts';
import { type JsonSchema, nullable } from '../../kernel/operation/json-schema.ts';

/** What a field takes. Texts are trimmed before they are measured; nothing, `null` and an empty text are the same. */
export function inputSchema(field: EntityField, dictionaries: Dictionaries): JsonSchema {
  const { bounds, schema: ofType } = serverFieldTypes[field.type];
  const schema = { ...titles(field), ...masked(field), ...bounds?.(field), ...ofType(field, dictionaries, true) };
  return field.required === true ? schema : nullable(schema);
}

/** What is answered of a field; it may be null whatever the document says, since masks may hide it. */
export function outputSchema(field: EntityField, dictionaries: Dictionaries): JsonSchema {
  const shown =
    field.mask === undefined ? serverFieldTypes[field.type].schema(field, dictionaries, false) : { type: 'string' };
  return nullable({ ...titles(field), ...masked(field), ...shown });
}

function masked({ mask, maskPolicy }: EntityField): JsonSchema {
  if (mask === undefined) return {};
  return { 'x-mask': mask, ...(maskPolicy === undefined ? {} : { 'x-mask-policy': maskPolicy }) };
}

function titles({ title, help }: EntityField): JsonSchema {
  return { title, ...(help === undefined ? {} : { description: help }) };
}
