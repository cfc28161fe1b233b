import type { Grammar } from './grammar.ts';

const suffix = '.schema.json';

/** Kinds whose documents may start from another one with `extends`. */
const extensible = ['common', 'page', 'entity'] as const;

/**
 * The grammar of documents that say only what differs from the one they extend: as the full grammar, but nothing is
 * required besides keys. Editors complete and check such a document with it; the loader checks the merged one.
 */
export function extensionSchemas(grammar: Grammar): ReadonlyMap<string, string> {
  return new Map(
    extensible.flatMap((kind) => {
      const schema = grammar.get(`${kind}${suffix}`);
      if (schema === undefined) return [];
      const file = nameOf(kind);
      const relaxed = relax({ ...schema, $id: file });
      return [[file, `${JSON.stringify(relaxed, null, 2)}\n`] as const];
    }),
  );
}

function nameOf(kind: string): string {
  return `${kind}-extension${suffix}`;
}

function relax(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(relax);
  if (typeof node !== 'object' || node === null) return node;
  const relaxed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'required' && Array.isArray(value)) relaxed.required = value.filter((name) => name === 'key');
    else if (key === 'discriminator') continue;
    else if (key === 'oneOf') relaxed.anyOf = relax(value);
    else if (key === '$ref' && typeof value === 'string') relaxed.$ref = redirected(value);
    else relaxed[key] = relax(value);
  }
  return relaxed;
}

function redirected(reference: string): string {
  return reference.startsWith(`common${suffix}`) ? reference.replace(`common${suffix}`, nameOf('common')) : reference;
}
