import { idSchema, type JsonSchema, list, nullable, ref } from '../../kernel/operation/json-schema.ts';

/** Rows named by id. */
export const idsSchema: JsonSchema = {
  ...list(idSchema, { minItems: 1, maxItems: 500 }),
  title: '多行',
  description: '逐行执行，逐行答复。',
};

/** All rows that match, with the number that was confirmed. */
export const matchingSchema: JsonSchema = {
  type: 'object',
  title: '全部符合条件的行',
  description: '转为后台任务；count 为确认时的准确条数，与现在不符则拒绝。',
  properties: { where: nullable(ref('Where')), count: { type: 'integer', minimum: 1, maximum: 100_000 } },
  required: ['count'],
  additionalProperties: false,
};

/** One row, or in its place many: `properties` and `required` are what is asked of each. */
export function oneOrMany(
  one: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>> = {},
  required: readonly string[] = [],
): JsonSchema {
  const many = (key: string, rows: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { [key]: rows, ...properties },
    required: [key, ...required],
  });
  return { anyOf: [one, many('ids', idsSchema), many('matching', matchingSchema)] };
}

/** What one or many rows answer. */
export function answerOfMany(one: JsonSchema): JsonSchema {
  return { anyOf: [one, ref('BulkAnswer'), ref('BulkStarted')] };
}
