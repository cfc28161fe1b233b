import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentFile, type LoadedDocuments, loadDocuments } from './load/load-documents.ts';

const root = path.resolve(import.meta.dirname, '../..');

function filesBelow(folder: string): readonly DocumentFile[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({
      file: name.replaceAll('\\', '/'),
      text: readFileSync(path.join(root, folder, name), 'utf8'),
    }));
}

/** The files of the shipped product, and those of the platform beneath them. */
export const shippedFiles: readonly DocumentFile[] = filesBelow('schemas');
export const platformFiles: readonly DocumentFile[] = filesBelow('server/platform/schemas');

/** The shipped product as the server loads it, or other files in its place. */
export function loadShipped(files: readonly DocumentFile[] = shippedFiles): LoadedDocuments {
  return loadDocuments(files, { base: platformFiles });
}
