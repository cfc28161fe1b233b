import type { DocumentKind } from './documents.ts';

const kindOfFolder: ReadonlyMap<string, DocumentKind> = new Map([
  ['entities', 'entity'],
  ['pages', 'page'],
  ['dictionaries', 'dictionary'],
  ['datasets', 'dataset'],
  ['roles', 'role'],
  ['demo', 'demo'],
  ['migrations', 'migration'],
]);

/** The folders documents live in. */
export const documentFolders: readonly string[] = [...kindOfFolder.keys()];

/** The kind of a document by its place under `schemas/`; nothing for a file that is no document. */
export function documentKindOf(file: string): DocumentKind | undefined {
  return file === 'menu.json' ? 'menu' : kindOfFolder.get(file.split('/', 1)[0] ?? '');
}
