import type { Fault } from '../faults/fault.ts';
import { pointer } from '../faults/fault.ts';
import { isJsonObject } from '../json/json.ts';
import { isCustomDictionary, isCustomKey } from '../naming/custom-key.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';
import { nameOf, type SourceDocument } from './read-sources.ts';

/** Faults of shipped documents that take a name kept for what is made in the app, so that an upgrade never meets it. */
export function checkShippedNames(sources: readonly SourceDocument[]): readonly Fault[] {
  return sources.flatMap((source) => {
    if (source.kind === 'dictionary' && isCustomDictionary(nameOf(source.json)))
      return [taken(source, '/name', nameOf(source.json))];
    const { fields } = source.json;
    if (source.kind !== 'entity' || !Array.isArray(fields)) return [];
    return fields.flatMap((field: unknown, index) =>
      isJsonObject(field) && isCustomKey(String(field.key))
        ? [taken(source, pointer('fields', index, 'key'), String(field.key))]
        : [],
    );
  });
}

function taken(source: SourceDocument, at: string, got: string): Fault {
  return source.located({
    code: 'E_SCHEMA_CONFLICT',
    pointer: at,
    ...expectation(documentText('check.load.shippedName')),
    got,
  });
}
