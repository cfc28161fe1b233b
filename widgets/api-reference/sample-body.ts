import { isSchema, type Reference, type Schema } from './reference.ts';

/** A body to start from: what must be there, with values of the right type, and nothing else. */
export function sampleBody(schema: Schema, { schemas }: Pick<Reference, 'schemas'>): unknown {
  const body = follow(schema, schemas);
  const properties = isSchema(body.properties) ? body.properties : {};
  const required = new Set(requiredOf(body));
  // Where one of several keys must be there, the first of them is.
  const [first] = Array.isArray(body.anyOf) ? body.anyOf : [];
  for (const name of requiredOf(isSchema(first) ? first : {})) required.add(name);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isSchema(property) && (required.has(name) || property.default !== undefined)
        ? [[name, sampleValue(follow(property, schemas), schemas)]]
        : [],
    ),
  );
}

function requiredOf({ required }: Schema): readonly unknown[] {
  return Array.isArray(required) ? required : [];
}

function follow(schema: Schema, schemas: Reference['schemas']): Schema {
  const named = typeof schema.$ref === 'string' ? schemas.get(schema.$ref.split('/').at(-1) ?? '') : undefined;
  return named === undefined ? schema : { ...named, ...schema };
}

function sampleValue(schema: Schema, schemas: Reference['schemas']): unknown {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return sampleBody(schema, { schemas });
    default:
      return '';
  }
}
