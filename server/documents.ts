import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentFile, type LoadedDocuments, loadDocuments } from '../engine/model/index.ts';
import { implementedParts } from './product-rules.ts';
import { readWidgetContracts } from './widget-contracts.ts';

/** What every product stands on; the build puts it beside the server. */
const platformFolder = path.join(import.meta.dirname, 'platform/schemas');

/** Reads and checks every document below a folder, on top of the platform's: the one way documents come into the server. */
export function readDocuments(folder: string): LoadedDocuments {
  return loadDocuments(filesBelow(folder), {
    base: filesBelow(platformFolder),
    widgets: readWidgetContracts(),
    implemented: implementedParts,
  });
}

function filesBelow(folder: string): readonly DocumentFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ file: name.split(path.sep).join('/'), text: readFileSync(path.join(folder, name), 'utf8') }));
}
