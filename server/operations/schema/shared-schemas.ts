import { pageOf } from '../../../contract/generic/query.ts';
import { sharedParts } from '../../../contract/shared-parts.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type JsonSchema, plain } from '../../kernel/operation/json-schema.ts';
import { openapiText } from '../../texts/openapi-text.ts';
import { childSchema, childSchemaName, createSchema, modifySchema, recordSchema } from './entity-schemas.ts';

/** Every shared part: those of the contract, and those of each entity. */
export function sharedSchemas(documents: DocumentSet): ReadonlyMap<string, JsonSchema> {
  const shared = new Map<string, JsonSchema>(
    Object.entries(sharedParts).map(([name, schema]) => [name, plain(schema)]),
  );
  for (const document of documents.entities.values()) {
    const { name } = document;
    shared.set(`${name}.record`, recordSchema(document, documents));
    shared.set(`${name}.page`, {
      title: formatMessage(openapiText('openapi.page', { entity: document })),
      ...pageOf(`${name}.record`),
    });
    shared.set(`${name}.create`, createSchema(document, documents));
    shared.set(`${name}.modify`, modifySchema(document, documents));
    for (const rows of document.children ?? [])
      shared.set(childSchemaName(document, rows), childSchema(rows, documents));
  }
  return shared;
}
