import type { EntityField } from '../../../engine/model/documents/index.ts';
import { idSchema, type JsonSchema } from '../../kernel/operation/json-schema.ts';
import type { ServerFieldType } from './server-field-type.ts';

/** One id. */
export const idType = {
  sqlKind: 'id',
  column: () => 'uuid',
  cast: 'uuid',
  copyForm: 'plain',
  schema: ({ ref }) => ({ ...idSchema, ...(ref === undefined ? {} : { 'x-ref': ref }) }),
  imported: {},
} as const satisfies ServerFieldType;

/** Several ids; what there is may hold more than is taken now. */
export function idsSchema({ ref, required }: EntityField, most: number, isInput: boolean): JsonSchema {
  return {
    type: 'array',
    items: idSchema,
    ...(isInput ? { maxItems: most } : {}),
    ...(isInput && required === true ? { minItems: 1 } : {}),
    ...(ref === undefined ? {} : { 'x-ref': ref }),
  };
}
