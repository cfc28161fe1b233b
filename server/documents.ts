import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type LoadedDocuments, loadDocuments } from '../engine/model/index.ts';

/** Reads and checks every document below a folder: the one way documents come into the server. */
export function readDocuments(folder: string): LoadedDocuments {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  return loadDocuments(
    names
      .sort()
      .map((name) => ({ file: name.split(path.sep).join('/'), text: readFileSync(path.join(folder, name), 'utf8') })),
  );
}
