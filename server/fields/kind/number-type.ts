import type { EntityField } from '../../../engine/model/documents/index.ts';
import { numberOf } from '../../../engine/model/fields/index.ts';
import type { JsonSchema } from '../../kernel/operation/json-schema.ts';

/** The bounds of a number, in its stored unit. */
export function numberBounds(field: EntityField): JsonSchema {
  const { min, max = numberOf(field)?.most } = field;
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}
