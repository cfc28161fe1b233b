import path from 'node:path';
import { faultMessage } from '../../engine/model/faults/index.ts';
import { type DocumentFile, loadDocuments } from '../../engine/model/load/index.ts';
import { readPlatformFiles } from '../lib/document-files.ts';
import { printDocument } from '../lib/print-json.ts';
import { replaceFiles } from '../lib/replace-files.ts';
import { WordError } from './field-words.ts';

/** A document to write, its file below the documents folder: a new one, or the whole changed text of one that is there. */
export type NewDocument =
  | { readonly file: string; readonly grammar: string; readonly json: object }
  | { readonly file: string; readonly changed: string };

const grammarFolder = 'engine/meta';

/**
 * Writes documents after checking them together with those that are there: all or none. Throws a `WordError` with
 * every fault, or when a new document's file exists already.
 */
export function writeDocuments(
  root: string,
  folder: string,
  present: readonly DocumentFile[],
  documents: readonly NewDocument[],
): readonly string[] {
  const known = new Set(present.map((file) => file.file));
  const taken = documents.filter((document) => 'json' in document && known.has(document.file));
  if (taken.length > 0) throw new WordError(`已经存在：${taken.map((document) => document.file).join('、')}`);
  const texts = documents.map((document) => ({ file: document.file, text: textOf(root, folder, document) }));
  const replaced = new Set(texts.map((document) => document.file));
  const { faults } = loadDocuments([...present.filter((file) => !replaced.has(file.file)), ...texts], {
    base: readPlatformFiles(),
  });
  const own = faults.filter((fault) => replaced.has(fault.file ?? ''));
  if (own.length > 0)
    throw new WordError(own.map((fault) => `${fault.file}#${fault.pointer} ${faultMessage(fault)}`).join('\n'));
  replaceFiles(folder, texts);
  return texts.map(({ file }) => path.join(folder, file));
}

function textOf(root: string, folder: string, document: NewDocument): string {
  if ('changed' in document) return document.changed;
  const target = path.dirname(path.join(folder, document.file));
  const file = path.join(root, grammarFolder, `${document.grammar}.schema.json`);
  return printDocument({ $schema: path.relative(target, file).replaceAll('\\', '/'), ...document.json });
}
