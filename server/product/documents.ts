import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentKind, type DocumentSet, documentKindOf } from '../../engine/model/documents/index.ts';
import { type Fault, faultMessage } from '../../engine/model/faults/index.ts';
import { type DocumentFile, type LoadedDocuments, loadDocuments } from '../../engine/model/load/index.ts';
import { StartError } from '../kernel/errors/start-error.ts';
import { checkedDocuments } from './checked-documents.ts';
import { implementedParts } from './rules.ts';
import { readWidgetContracts } from './widget-contracts.ts';

/** What every product stands on: beside the built server, or beside its source. */
const platformFolders = ['platform/schemas', '../platform/schemas'].map((place) =>
  path.join(import.meta.dirname, place),
);

/** Reads and checks every document below a folder, on top of the platform's: the one way documents come into the server. */
export function readDocuments(folder: string): LoadedDocuments {
  return loadDocuments(filesBelow(folder), loadOptions());
}

const loadOptions = () => ({
  base: platformFiles(),
  widgets: readWidgetContracts(),
  implemented: implementedParts,
});

/**
 * Documents the product can be served with; whoever cannot is refused with all faults (E_DOCUMENTS). What is wrong
 * with single pages is told, and shown where it would stand.
 */
export function servedDocuments(folder: string, tell: (fault: string) => void = () => undefined): DocumentSet {
  const { documents, faults, fatal } = checkedDocuments(filesBelow(folder), loadOptions());
  const told = (fault: Fault) => `  ${fault.file}#${fault.pointer} ${faultMessage(fault)}`;
  if (fatal.length > 0) throw new StartError('E_DOCUMENTS', { got: faults.map(told).join('\n') });
  for (const fault of faults) tell(told(fault));
  return documents;
}

/** The file of a document below a folder or of the platform's, by its kind and name; undefined where it is not there. */
export function documentFile(folder: string, kind: DocumentKind, name: string): string | undefined {
  const own = filesBelow(folder).map((found) => ({ ...found, shown: found.file }));
  const platform = platformFiles().map((found) => ({ ...found, shown: `platform/${found.file}` }));
  return [...own, ...platform].find(({ file, text }) => documentKindOf(file) === kind && isCalled(text, name))?.shown;
}

function isCalled(text: string, wanted: string): boolean {
  const { name, code }: { name?: unknown; code?: unknown } = JSON.parse(text);
  return (code ?? name) === wanted;
}

function platformFiles(): readonly DocumentFile[] {
  const folder = platformFolders.find((candidate) => existsSync(candidate));
  if (folder === undefined) throw new TypeError(`no documents of the platform at ${platformFolders.join(', ')}`);
  return filesBelow(folder);
}

function filesBelow(folder: string): readonly DocumentFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: name.split(path.sep).join('/'), text: readFileSync(path.join(folder, name), 'utf8') }));
}
