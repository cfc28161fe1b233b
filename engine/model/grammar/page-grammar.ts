import { pageDefinitions } from '../generated/page-grammar.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';

/** Kinds of pages. */
export const pageKinds = ['list', 'panorama', 'detail', 'form', 'dashboard', 'custom'] as const;
export type PageKind = (typeof pageKinds)[number];

/** The JSON Schema of a kind of page, with every definition it leads to and no other. */
export function pageGrammar(kind: PageKind): JsonObject {
  const root = `${kind}Page`;
  const definitions: Record<string, unknown> = {};
  const waiting = [root];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (Object.hasOwn(definitions, name) || !Object.hasOwn(pageDefinitions, name)) continue;
    definitions[name] = pageDefinitions[name];
    waiting.push(...referencesIn(pageDefinitions[name]));
  }
  return { $schema: 'http://json-schema.org/draft-07/schema#', $ref: `#/$defs/${root}`, $defs: definitions };
}

const prefix = '#/$defs/';

function referencesIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (!isJsonObject(node)) return [];
  const own = typeof node.$ref === 'string' && node.$ref.startsWith(prefix) ? [node.$ref.slice(prefix.length)] : [];
  return [...own, ...Object.values(node).flatMap(referencesIn)];
}
