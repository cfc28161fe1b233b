import { ids, matching } from '../../../contract/generic/query.ts';
import { type JsonSchema, ref } from '../../kernel/operation/json-schema.ts';

/** One row, or in its place many: `properties` and `required` are what is asked of each. */
export function oneOrMany(
  one: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>> = {},
  required: readonly string[] = [],
): JsonSchema {
  const many = (rows: Readonly<Record<string, object>>): JsonSchema => ({
    type: 'object',
    properties: { ...rows, ...properties },
    required: [...Object.keys(rows), ...required],
  });
  return { anyOf: [one, many({ ids }), many({ matching })] };
}

/** What one or many rows answer. */
export function answerOfMany(one: JsonSchema): JsonSchema {
  return { anyOf: [one, ref('BulkAnswer'), ref('BulkStarted')] };
}
