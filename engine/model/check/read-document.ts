import type { DocumentKind } from '../documents.ts';
import type { Fault } from '../fault.ts';
import { isJsonObject, type JsonObject } from '../migrate/json.ts';
import { migrateDocument } from '../migrate/migrate-document.ts';

/** A document as it was written, brought to the present version of the language and not yet checked. */
export type ReadDocument = { readonly kind: DocumentKind; readonly file: string; readonly json: JsonObject };

/** Parses the text of a document and brings it to the present version; adds a fault where that is not possible. */
export function readDocument(
  kind: DocumentKind,
  file: string,
  text: string,
  faults: Fault[],
): ReadDocument | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error);
    faults.push({ code: 'E_JSON_UNREADABLE', file, pointer: '', got });
    return undefined;
  }
  const migrated = migrateDocument(kind, json);
  if (!migrated.ok) {
    faults.push({ ...migrated.fault, file });
    return undefined;
  }
  if (isJsonObject(migrated.json)) return { kind, file, json: migrated.json };
  faults.push({
    code: 'E_SCHEMA_SHAPE',
    file,
    pointer: '',
    expected: '对象',
    expectedEn: 'an object',
    got: Array.isArray(json) ? 'array' : typeof json,
  });
  return undefined;
}
