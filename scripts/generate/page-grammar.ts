import type { Grammar } from './grammar.ts';

/**
 * The grammar of pages as a module, for programs that are told it at run time: one set of definitions, those that several
 * kinds share under `common_`, so that no reference leads to another file.
 */
export function pageGrammarSource(grammar: Grammar): string {
  const shared = definitionsOf(grammar, 'common.schema.json').map(([name, one]) => [
    `common_${name}`,
    at(one, 'common_'),
  ]);
  const own = definitionsOf(grammar, 'page.schema.json').map(([name, one]) => [name, at(one, '')]);
  const definitions = Object.fromEntries([...shared, ...own]);
  return `export const pageDefinitions: Readonly<Record<string, unknown>> = ${JSON.stringify(definitions)};\n`;
}

function definitionsOf(grammar: Grammar, file: string): readonly (readonly [string, unknown])[] {
  const definitions: unknown = grammar.get(file)?.$defs;
  return typeof definitions === 'object' && definitions !== null ? Object.entries(definitions) : [];
}

/** A definition whose references lead into the one set; `prefix` is that of its own file. */
function at(node: unknown, prefix: string): unknown {
  if (Array.isArray(node)) return node.map((item) => at(item, prefix));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? reference(value, prefix) : at(value, prefix),
    ]),
  );
}

function reference(target: string, prefix: string): string {
  const [file, name = ''] = target.split('#/$defs/');
  return `#/$defs/${file === 'common.schema.json' ? 'common_' : prefix}${name}`;
}
