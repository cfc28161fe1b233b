import { type Static, type TObject, type TProperties, type TSchema, type TUnion, Type } from 'typebox';

/** Facts about a part of an input or an answer that documentation and refusals tell. */
type Words = { readonly title?: string; readonly description?: string };

/** A value of a schema as handlers and pages hold it: never changed in place. */
export type Value<Schema extends TSchema> = Frozen<Static<Schema>>;

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

/** An object with exactly these properties; those wrapped in `optional` may be missing. */
export function object<Properties extends TProperties>(properties: Properties, words: Words = {}): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...words });
}

/** An object with at least these properties. */
export function open<Properties extends TProperties>(properties: Properties, words: Words = {}): TObject<Properties> {
  return Type.Object(properties, words);
}

/** Values by names that are not known beforehand. */
export function record<Item extends TSchema>(items: Item, words: Words = {}) {
  return Type.Unsafe<Readonly<Record<string, Value<Item>>>>({ type: 'object', additionalProperties: items, ...words });
}

/** A property that may be missing. */
export const optional = Type.Optional;

/** The same or nothing. */
export function nullable<Schema extends TSchema>(schema: Schema, words: Words = {}) {
  return Type.Union([schema, Type.Null()], words);
}

/** A list of such items. */
export function list<Item extends TSchema>(
  items: Item,
  bounds: Words & { readonly minItems?: number; readonly maxItems?: number } = {},
) {
  return Type.Array(items, bounds);
}

/** One of these texts. */
export function choice<const Choices extends readonly string[]>(
  choices: Choices,
  words: Words & { readonly default?: Choices[number] } = {},
) {
  return Type.Unsafe<Choices[number]>({ enum: [...choices], ...words });
}

/** A text; lengths in characters. */
export function text(
  bounds: Words & {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    readonly format?: 'date-time' | 'date' | 'password';
    readonly contentMediaType?: string;
  } = {},
) {
  return Type.String(bounds);
}

/** A whole number. */
export function integer(bounds: Words & { readonly minimum?: number; readonly maximum?: number } = {}) {
  return Type.Integer(bounds);
}

/** Yes or no. */
export function bool(words: Words = {}) {
  return Type.Boolean(words);
}

/** An id as the product makes them: a UUID in small letters. */
export function id(words: Words = {}) {
  return Type.String({
    format: 'uuid',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    ...words,
  });
}

/** Any of these. */
export function either<Schemas extends TSchema[]>(schemas: [...Schemas], words: Words = {}): TUnion<Schemas> {
  return Type.Union(schemas, words);
}

/** A part that is described under a name of its own and whose values are of the type `T`: made from the documents, or shared. */
export function ref<T>(name: string) {
  return Type.Unsafe<T>({ $ref: `#/components/schemas/${name}` });
}

/** A JSON value of a type that is described elsewhere, such as a document. */
export function json<T>(schema: Readonly<Record<string, unknown>> = {}) {
  return Type.Unsafe<T>(schema);
}

/** No input at all. */
export const noInput = Type.Object({}, { additionalProperties: false });

/** An answer of `null`. */
export const noData = Type.Null();

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/**
 * A schema whose values are of a type the language has already: `answering<GroupAnswer>()(object({…}))`. It does not
 * compile where the two differ, be it by one property.
 */
export function answering<Told>() {
  return <Schema extends TSchema>(schema: Same<Value<Schema>, Frozen<Told>> extends true ? Schema : never): Schema =>
    schema;
}

/** A schema of an input that takes at least what the type says; it may take more, such as `null` for what is left out. */
export function taking<Sent>() {
  return <Schema extends TSchema>(schema: Frozen<Sent> extends Value<Schema> ? Schema : never): Schema => schema;
}
