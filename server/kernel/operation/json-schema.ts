import type { TSchema } from 'typebox';

/** A schema in JSON Schema 2020-12, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A schema of the contract as plain data. */
export function plain(schema: TSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema));
}

/** A shared part of the document by name, see `shared-schemas.ts`. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object with exactly these properties. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

/** A list of such items. */
export function list(items: JsonSchema, bounds: { readonly maxItems?: number; readonly minItems?: number } = {}) {
  return { type: 'array', items, ...bounds };
}

/** The same or nothing; a schema that names no type takes nothing already. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') {
    const { enum: choices } = schema;
    return {
      ...schema,
      type: [schema.type, 'null'],
      ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}),
    };
  }
  return schema.$ref === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** An id as the product makes them. */
export const idSchema: JsonSchema = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
};

/** A text. */
export const textSchema: JsonSchema = { type: 'string' };

/** No input at all. */
export const noInput: JsonSchema = { type: 'object', properties: {}, additionalProperties: false };

/** An answer of `null`. */
export const noData: JsonSchema = { type: 'null' };
