import { documentKindOf } from '../documents/document-kind.ts';
import type { Fault } from '../faults/fault.ts';
import { isJsonObject } from '../json/json.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';
import { type DocumentFile, nameOf, type SourceDocument } from './read-sources.ts';

/**
 * Faults of product documents that take from the platform what its code reads: a field of a platform entity may gain
 * a title or a limit, but it stays and keeps its type.
 */
export function checkPlatformFields(
  sources: readonly SourceDocument[],
  base: readonly DocumentFile[],
): readonly Fault[] {
  const entities = new Map(
    sources.flatMap((source) => (source.kind === 'entity' ? [[nameOf(source.json), source] as const] : [])),
  );
  return base.flatMap(({ file, text }) => {
    const json = documentKindOf(file) === 'entity' ? parsed(text) : undefined;
    if (!isJsonObject(json)) return [];
    const product = entities.get(nameOf(json));
    return product === undefined ? [] : fieldFaults(product, typesOf(json.fields));
  });
}

function fieldFaults(product: SourceDocument, wanted: ReadonlyMap<string, string>): readonly Fault[] {
  const present = typesOf(product.json.fields);
  return [...wanted].flatMap(([key, type]) => {
    const got = present.get(key);
    if (got === type) return [];
    return [
      product.located({
        code: 'E_SCHEMA_CONFLICT',
        pointer: '/fields',
        ...expectation(documentText('check.load.platformField', { key, type })),
        got: got ?? '—',
      }),
    ];
  });
}

function typesOf(fields: unknown): ReadonlyMap<string, string> {
  return new Map(
    (Array.isArray(fields) ? fields : []).flatMap((field: unknown) =>
      isJsonObject(field) && typeof field.key === 'string' ? [[field.key, String(field.type)] as const] : [],
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Told already by the reader of documents.
    return undefined;
  }
}
