import type { DocumentKind } from '../../documents/documents.ts';
import { type Fault, pointer, shownValue } from '../../faults/fault.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { migrateDocument } from '../../migrate/migrate-document.ts';
import { documentText } from '../../texts/document-text.ts';
import { expectation } from '../../texts/message.ts';
import { duplicateKeyFaults } from './duplicate-keys.ts';

/** A document as it was written, brought to the present version of the language and not yet checked. */
export type ReadDocument = { readonly kind: DocumentKind; readonly file: string; readonly json: JsonObject };

/** More than anybody writes: what is larger or deeper is refused before anything walks through it. */
const maxCharacters = 5_000_000;
const maxLevels = 64;
/** Of one array or object; a page is looked through by people. */
const maxItems = { page: 1_000, other: 20_000 };

const tooMuch = { code: 'E_SCHEMA_SHAPE' } as const;

/** Parses the text of a document and brings it to the present version; adds a fault where that is not possible. */
export function readDocument(
  kind: DocumentKind,
  file: string,
  text: string,
  faults: Fault[],
): ReadDocument | undefined {
  if (text.length > maxCharacters) {
    faults.push({
      ...tooMuch,
      file,
      pointer: '',
      ...expectation(documentText('check.source.atMostCharacters', { most: maxCharacters })),
      got: String(text.length),
    });
    return undefined;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const got = shownValue(error instanceof Error ? error.message : String(error));
    faults.push({ code: 'E_JSON_UNREADABLE', file, pointer: '', got });
    return undefined;
  }
  const much = tooMuchIn(json, kind === 'page' ? maxItems.page : maxItems.other);
  if (much !== undefined) {
    faults.push({ ...tooMuch, file, ...much });
    return undefined;
  }
  faults.push(...duplicateKeyFaults(text, maxLevels).map((fault) => ({ ...fault, file })));
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
    ...expectation(documentText('check.shape.object')),
    got: Array.isArray(json) ? 'array' : typeof json,
  });
  return undefined;
}

/** The first place with more below or in it than there may be; walked without recursion, whatever the depth. */
function tooMuchIn(
  json: unknown,
  most: number,
): Pick<Fault, 'pointer' | 'expected' | 'expectedEn' | 'got'> | undefined {
  const open: { readonly node: unknown; readonly at: readonly string[] }[] = [{ node: json, at: [] }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const { node, at } = here;
    if (typeof node !== 'object' || node === null) continue;
    const entries = Object.entries(node);
    const place = pointer(...at);
    if (at.length >= maxLevels)
      return {
        pointer: place,
        ...expectation(documentText('check.source.atMostLevels', { most: maxLevels })),
        got: '…',
      };
    if (entries.length > most)
      return {
        pointer: place,
        ...expectation(documentText('check.source.atMostItems', { most })),
        got: String(entries.length),
      };
    for (const [name, value] of entries)
      if (typeof value === 'object' && value !== null) open.push({ node: value, at: [...at, name] });
  }
  return undefined;
}
