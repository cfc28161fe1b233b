import { isJsonObject, type JsonObject, keyOfItem } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';

/** The JSON Schema of a kind of page; what it refers to stands in its `$defs`. */
export type Grammar = JsonObject;

/** A part of the grammar with the name under which it is defined, innermost last: `expression`, `fieldPath`, … */
export type GrammarPart = { readonly schema: JsonObject; readonly defined: readonly string[] };

/** A property that a node may have. */
export type GrammarProperty = GrammarPart & {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description?: string;
};

/** The grammar of the node at a key path, where the document says which kind it is; undefined where it has none. */
export function grammarAt(grammar: Grammar, document: unknown, at: string): GrammarPart | undefined {
  const path = at === '' ? [] : (parseKeyPath(at) ?? []);
  let part: GrammarPart | undefined = chosen(grammar, { schema: grammar, defined: [] }, document);
  let node = document;
  for (const name of path) {
    if (part === undefined) return undefined;
    node = childOf(node, name);
    part = below(grammar, part, name, node);
  }
  return part;
}

/** The properties a node of this part may have, in the order of the grammar. */
export function propertiesOf(grammar: Grammar, { schema }: GrammarPart): readonly GrammarProperty[] {
  const required: ReadonlySet<unknown> = new Set(Array.isArray(schema.required) ? schema.required : []);
  if (!isJsonObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, value]): readonly GrammarProperty[] => {
    if (!isJsonObject(value)) return [];
    const part = resolved(grammar, { schema: value, defined: [] });
    const description = textOf(value.description) ?? textOf(part.schema.description);
    const own = { ...part, name, isRequired: required.has(name) };
    return [description === undefined ? own : { ...own, description }];
  });
}

function childOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node.find((item: unknown) => keyOfItem(item) === name);
  return isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

function below(grammar: Grammar, { schema }: GrammarPart, name: string, node: unknown): GrammarPart | undefined {
  const { items, properties, additionalProperties } = schema;
  const own = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const next = isJsonObject(items) ? items : (own ?? additionalProperties);
  return isJsonObject(next) ? chosen(grammar, { schema: next, defined: [] }, node) : undefined;
}

/** Follows references; what stands beside one goes before what it refers to. */
function resolved(grammar: Grammar, part: GrammarPart): GrammarPart {
  const { $ref, ...beside } = part.schema;
  if (typeof $ref !== 'string') return part;
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  const definitions = isJsonObject(grammar.$defs) ? grammar.$defs : {};
  const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  // What documents of all kinds have in common is named so.
  const defined = name.replace(/^common_/, '');
  if (!isJsonObject(found) || part.defined.includes(defined)) return { schema: beside, defined: part.defined };
  return resolved(grammar, { schema: { ...found, ...beside }, defined: [...part.defined, defined] });
}

/** Of several shapes the one that the node has. */
function chosen(grammar: Grammar, part: GrammarPart, node: unknown): GrammarPart {
  const own = resolved(grammar, part);
  const shapes = shapesOf(own.schema).map((shape) => resolved(grammar, { schema: shape, defined: [] }));
  if (shapes.length === 0) return own;
  const kind = isJsonObject(node) ? node.kind : undefined;
  const byKind = shapes.find(({ schema }) => kind !== undefined && saysKind(schema, kind));
  const found = byKind ?? shapes.find(({ schema }) => isJsonObject(schema.properties)) ?? own;
  return found === own ? own : chosen(grammar, { ...found, defined: [...own.defined, ...found.defined] }, node);
}

function shapesOf({ oneOf, anyOf }: JsonObject): readonly JsonObject[] {
  const shapes: unknown = oneOf ?? anyOf;
  return Array.isArray(shapes) ? shapes.filter(isJsonObject) : [];
}

function saysKind({ properties }: JsonObject, kind: unknown): boolean {
  const schema = isJsonObject(properties) ? properties.kind : undefined;
  if (!isJsonObject(schema)) return false;
  return schema.const === kind || (Array.isArray(schema.enum) && schema.enum.includes(kind));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
