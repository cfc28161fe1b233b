import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every JSON file under a folder, with its path relative to it, always with `/`. */
export function readDocumentFiles(folder: string): { file: string; text: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(path.join(folder, file), 'utf8') }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
