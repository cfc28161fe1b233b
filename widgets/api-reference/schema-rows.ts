import { listed, sentences } from '../../engine/react/index.ts';
import { isSchema, type Reference, type Schema } from './reference.ts';
import type { ReferenceText } from './texts.ts';

/** One line of the table that explains a schema. */
export type SchemaRow = {
  /** Unique in its table. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
  readonly children?: readonly SchemaRow[];
};

const deepest = 4;

/** What the lines are told with: the shared schemas, and the words. */
type Telling = Pick<Reference, 'schemas'> & { readonly t: ReferenceText };

/** The lines that explain an object, a list or a value; shared schemas are followed, but not into themselves. */
export function schemaRows(
  schema: Schema,
  { schemas }: Pick<Reference, 'schemas'>,
  t: ReferenceText,
): readonly SchemaRow[] {
  const telling = { schemas, t };
  const { body, names } = resolve(schema, schemas, []);
  const rows = propertyRows(body, telling, '', names);
  return rows.length > 0 ? rows : [row('', body, telling, '', false, names)];
}

type Resolved = { readonly body: Schema; readonly names: readonly string[] };

/** Follows references and looks through “or nothing”. */
function resolve(schema: Schema, schemas: Reference['schemas'], names: readonly string[]): Resolved {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    const body = schemas.get(name);
    if (body === undefined || names.includes(name)) return { body: { title: name, type: 'object' }, names };
    return resolve({ ...body, ...withoutRef(schema) }, schemas, [...names, name]);
  }
  const choices: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = choices.filter((choice) => !isSchema(choice) || choice.type !== 'null');
  if (choices.length > 1 && others.length === 0 && isSchema(only)) {
    const { anyOf: _, ...rest } = schema;
    return resolve({ ...only, ...rest }, schemas, names);
  }
  return { body: schema, names };
}

function withoutRef({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}

function propertyRows(body: Schema, telling: Telling, parent: string, names: readonly string[]): readonly SchemaRow[] {
  if (parent.split('/').length > deepest) return [];
  const items = body.type === 'array' && isSchema(body.items) ? resolve(body.items, telling.schemas, names) : undefined;
  if (items !== undefined) return propertyRows(items.body, telling, parent, items.names);
  const required: readonly unknown[] = Array.isArray(body.required) ? body.required : [];
  const own = Object.entries(isSchema(body.properties) ? body.properties : {}).flatMap(([name, property]) =>
    isSchema(property) ? [row(name, property, telling, parent, required.includes(name), names)] : [],
  );
  return [...own, ...alternativeRows(body, telling, parent, names)];
}

/** The properties of each shape a value may have, each once. */
function alternativeRows(
  { anyOf, oneOf }: Schema,
  telling: Telling,
  parent: string,
  names: readonly string[],
): readonly SchemaRow[] {
  const choices = [anyOf, oneOf].flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  const rows = choices.filter(isSchema).flatMap((choice) => {
    const { body, names: seen } = resolve(choice, telling.schemas, names);
    return propertyRows(body, telling, parent, seen).map((line) => ({ ...line, required: false }));
  });
  return [...new Map(rows.map((line) => [line.key, line])).values()];
}

function row(
  name: string,
  property: Schema,
  telling: Telling,
  parent: string,
  required: boolean,
  names: readonly string[],
): SchemaRow {
  const { body, names: seen } = resolve(property, telling.schemas, names);
  const key = `${parent}/${name}`;
  const children = propertyRows(body, telling, key, seen);
  return {
    key,
    name,
    type: typeOf(body, telling, seen),
    required,
    meaning: meaningOf(body, telling.t),
    ...(children.length === 0 ? {} : { children }),
  };
}

const typeNames = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
const formatNames = ['uuid', 'date', 'date-time', 'email', 'uri', 'password'] as const;

function typeOf(body: Schema, telling: Telling, names: readonly string[]): string {
  const { t, schemas } = telling;
  const types = (Array.isArray(body.type) ? body.type : [body.type]).filter((type) => type !== 'null');
  if (body.enum !== undefined) return t('type.choice');
  if (types[0] === 'array') {
    const items = isSchema(body.items) ? resolve(body.items, schemas, names).body : {};
    return t('type.listOf', { type: typeOf(items, telling, names) });
  }
  const format = formatNames.find((one) => one === body.format);
  if (format !== undefined) return t(`format.${format}`);
  if (body.properties !== undefined || body.oneOf !== undefined || body.anyOf !== undefined) return t('type.object');
  if (body.type === undefined) return t('type.any');
  return types.length === 0 ? t('type.null') : types.map((type) => nameOf(type, t)).join(' / ');
}

function nameOf(type: unknown, t: ReferenceText): string {
  const known = typeNames.find((one) => one === type);
  if (known !== undefined) return t(`type.${known}`);
  return typeof type === 'string' ? type : t('type.any');
}

/** Title, help, choices and bounds in one sentence. */
function meaningOf(body: Schema, t: ReferenceText): string {
  const says = [body.title, body.description, choicesOf(body, t), boundsOf(body, t)];
  const texts = says.filter((part): part is string => typeof part === 'string' && part !== '');
  return sentences(texts.map((text) => text.replace(/[。.]$/, '')));
}

function choicesOf({ enum: keys, 'x-choices': named }: Schema, t: ReferenceText): string {
  const shown = isSchema(named) ? Object.entries(named).map(([key, title]) => `${key} ${String(title)}`) : undefined;
  const list = shown ?? (Array.isArray(keys) ? keys.filter((key) => key !== null).map(String) : []);
  return list.length === 0 ? '' : t('choices', { choices: listed(list) });
}

function boundsOf(body: Schema, t: ReferenceText): string {
  const bound = (kind: 'length' | 'items' | 'value', low: unknown, high: unknown) => {
    if (low === undefined && high === undefined) return '';
    return t(`${kind}.${low === undefined ? 'most' : high === undefined ? 'least' : 'span'}`, { low, high });
  };
  const parts = [
    bound('length', body.minLength, body.maxLength),
    bound('items', body.minItems === 0 ? undefined : body.minItems, body.maxItems),
    bound('value', body.minimum, body.maximum === 2_147_483_647 ? undefined : body.maximum),
    typeof body['x-unit'] === 'string' ? t('unit', { unit: body['x-unit'] }) : '',
    typeof body['x-mask'] === 'string' ? t('masked') : '',
  ];
  return sentences(parts.filter(Boolean));
}
