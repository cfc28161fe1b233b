import { compile } from 'json-schema-to-typescript';
import { documentKinds, type Grammar } from './grammar.ts';

const banner = '// Made by `npm run generate` from engine/meta. Do not edit.\n';

/** TypeScript of all document types, with `DocumentsByKind` naming the type of each kind. */
export async function typesSource(grammar: Grammar, folder: string): Promise<string> {
  const kinds = [...documentKinds(grammar)];
  const all = {
    title: 'DocumentsByKind',
    description: 'The type of the documents of each kind.',
    type: 'object' as const,
    additionalProperties: false,
    required: kinds.map(([kind]) => kind),
    properties: Object.fromEntries(kinds.map(([kind, file]) => [kind, { $ref: file }])),
  };
  return compile(all, 'DocumentsByKind', {
    bannerComment: banner,
    cwd: `${folder}/`,
    // Tuples of every allowed length say little and make unreadable types.
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    format: false,
    $refOptions: { resolve: { file: { read: ({ url }: { readonly url: string }) => forTypes(grammar, url) } } },
  });
}

/** A schema as types need it: the tag of a union stands in each of its branches already. */
function forTypes(grammar: Grammar, url: string): string {
  const schema = grammar.get(url.slice(url.lastIndexOf('/') + 1));
  return JSON.stringify(schema, (_, value: unknown) => {
    const isUnion = typeof value === 'object' && value !== null && 'discriminator' in value;
    return isUnion ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'properties')) : value;
  });
}
