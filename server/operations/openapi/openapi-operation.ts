import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { type Caller, maskModeOf } from '../../kernel/caller/caller.ts';
import { noInput } from '../../kernel/operation/json-schema.ts';
import { type CallerOperation, isOpenTo, type Operation } from '../../kernel/operation/operation.ts';
import { productTitle } from '../../kernel/text/product-title.ts';
import { openapiText } from '../../texts/openapi-text.ts';
import { sharedSchemas } from '../schema/shared-schemas.ts';
import { type OpenApiDocument, openApiDocument } from './openapi-document.ts';

/** The operation that tells a caller what he may call, as an OpenAPI document. */
export function openApiOperation(documents: DocumentSet, registry: () => Iterable<Operation>): CallerOperation {
  return {
    path: '/v1/sys/openapi/view',
    title: formatMessageIn('zh-CN', openapiText('openapi.title')),
    description: formatMessageIn('zh-CN', openapiText('openapi.description')),
    access: { kind: 'signedIn' },
    input: noInput,
    output: { type: 'object', title: formatMessageIn('zh-CN', openapiText('openapi.document')) },
    scope: null,
    idempotency: 'none',
    audit: 'read',
    run: async (_, { caller }) => openApiOf(documents, registry(), caller),
  };
}

/** The OpenAPI document of what a caller may call. */
export function openApiOf(documents: DocumentSet, operations: Iterable<Operation>, caller: Caller): OpenApiDocument {
  return openApiDocument({
    title: productTitle(documents),
    documents,
    operations: [...operations].filter((operation) => isOpenTo(operation, caller.grants)),
    shared: sharedSchemas(documents),
    mayKnow: (mask) => maskModeOf(caller, mask) !== 'hidden',
  });
}
