import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

/** The documents every product stands on. */
export function readPlatformFiles(): { file: string; text: string }[] {
  return readDocumentFiles(path.join(root, 'server/platform/schemas'));
}

/** Every JSON file under a folder, with its path relative to it, always with `/`. */
export function readDocumentFiles(folder: string): { file: string; text: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(folder, file), 'utf8') }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
