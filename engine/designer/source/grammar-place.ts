import { getLocation, type Location, type Node, parseTree } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { formatKeyPath } from '../../model/layers/index.ts';
import { type Grammar, type GrammarPart, grammarAt } from '../grammar/grammar.ts';

/** Where a place of the text stands in the document, as far as the text makes it out. */
export type SourcePlace = {
  /** The document around it: every list on the way holds the one item that leads there. */
  readonly document: JsonObject;
  readonly at: readonly string[];
  /** What the grammar says of it; undefined where it has no such place. */
  readonly part: GrammarPart | undefined;
};

/** Where in the document a cursor is; `Location` of the parser tells whether it is in a name or a value. */
export function locate(text: string, offset: number): Location {
  return getLocation(text, offset);
}

/** The place at a path of the parser, names and numbers of items, in a text that need not be whole. */
export function placeAt(text: string, path: readonly (string | number)[], grammar: Grammar): SourcePlace {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const { value, at } = wayTo(tree === undefined ? {} : plainValue(tree), path);
  const document = isJsonObject(value) ? value : {};
  return { document, at, part: grammarAt(grammar, document, formatKeyPath(at)) };
}

type Way = { readonly value: unknown; readonly at: readonly string[] };

/** A copy in which the lists on the way hold one item each, named so that a key path finds it. */
function wayTo(value: unknown, path: readonly (string | number)[]): Way {
  const [head, ...rest] = path;
  if (head === undefined) return { value, at: [] };
  if (typeof head === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    const { value: item, at } = wayTo(items[head], rest);
    const key = keyOf(item);
    return { value: [isJsonObject(item) ? { ...item, key } : key], at: [key, ...at] };
  }
  const object = isJsonObject(value) ? value : {};
  const { value: inner, at } = wayTo(object[head], rest);
  return { value: { ...object, [head]: inner }, at: [head, ...at] };
}

const unnamed = '?';

function keyOf(item: unknown): string {
  if (typeof item === 'string') return item;
  return isJsonObject(item) && typeof item.key === 'string' ? item.key : unnamed;
}

/** The value of a node, of a property without one too: what is being typed is there already. */
function plainValue({ type, children = [], value }: Node): unknown {
  if (type === 'array') return children.map(plainValue);
  if (type !== 'object') return value;
  const entries = children.map((property): readonly [string, unknown] => {
    const [name, inner] = property.children ?? [];
    return [String(name?.value ?? ''), inner === undefined ? undefined : plainValue(inner)];
  });
  return Object.fromEntries(entries);
}
