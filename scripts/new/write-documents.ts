import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentFile, faultMessage, loadDocuments } from '../../engine/model/index.ts';
import { readPlatformFiles } from '../lib/document-files.ts';
import { WordError } from './field-words.ts';

/** A document to write: file below the documents folder, kind of its grammar, content. */
export type NewDocument = { readonly file: string; readonly grammar: string; readonly json: object };

const grammarFolder = 'engine/meta';

/**
 * Writes new documents after checking them together with those that are there: all or none. Throws a `WordError` with
 * every fault, or when a file exists already.
 */
export function writeDocuments(
  root: string,
  folder: string,
  present: readonly DocumentFile[],
  documents: readonly NewDocument[],
): readonly string[] {
  const texts = documents.map((document) => ({ ...document, text: textOf(root, folder, document) }));
  const known = new Set(present.map((file) => file.file));
  const taken = texts.filter((document) => known.has(document.file) && !isRewritten(document.file));
  if (taken.length > 0) throw new WordError(`已经存在：${taken.map((document) => document.file).join('、')}`);
  const replaced = new Set(texts.map((document) => document.file));
  const { faults } = loadDocuments([...present.filter((file) => !replaced.has(file.file)), ...texts], {
    base: readPlatformFiles(),
  });
  const own = faults.filter((fault) => replaced.has(fault.file ?? ''));
  if (own.length > 0)
    throw new WordError(own.map((fault) => `${fault.file}#${fault.pointer} ${faultMessage(fault)}`).join('\n'));
  return texts.map(({ file, text }) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  });
}

/** The menu and roles gain a page; everything else must be new. */
function isRewritten(file: string): boolean {
  return file === 'menu.json' || file.startsWith('roles/');
}

function textOf(root: string, folder: string, { file, grammar, json }: NewDocument): string {
  const target = path.dirname(path.join(folder, file));
  const schema = path.relative(target, path.join(root, grammarFolder, `${grammar}.schema.json`)).replaceAll('\\', '/');
  return `${JSON.stringify({ $schema: schema, ...json }, null, 2)}\n`;
}
