import type { EntityField } from '../../../engine/model/documents/index.ts';
import { fieldTypes } from '../../../engine/model/fields/index.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';
import type { ServerFieldType } from './server-field-type.ts';

/** What all types of texts have in common; `schema` says what the text has to look like. */
export function textType(schema: JsonSchema = {}) {
  return {
    sqlKind: 'text',
    column: lineColumn,
    cast: 'text',
    copyForm: 'plain',
    schema: () => ({ type: 'string', ...schema }),
    bounds: lengths,
    imported: { keyType: 'text' },
  } as const satisfies ServerFieldType;
}

/** Text without end: its column has no length. */
export const longColumn = () => 'text';

function lineColumn({ maxLength }: EntityField): string {
  return maxLength === undefined ? 'text' : `character varying(${maxLength})`;
}

function lengths(field: EntityField): JsonSchema {
  const minLength = Math.max(field.minLength ?? 0, field.required === true ? 1 : 0);
  const { maxLength = fieldTypes[field.type].usualLength } = field;
  return { ...(maxLength === undefined ? {} : { maxLength }), ...(minLength === 0 ? {} : { minLength }) };
}
