// The door of the engine's way to the API.
export {
  type ApiClient,
  type ApiClientOptions,
  type CallOptions,
  createApiClient,
  type UploadOptions,
} from './api-client.ts';
export { ApiRefusal, type RefusalCode } from './api-refusal.ts';
export { type EventSourceOptions, followServer, type ServerEvent } from './event-source.ts';
export type { OperationInput, OperationOutput, OperationPath, Operations } from './operations.ts';
export { pageQuery } from './page-query.ts';
export { createQueryClient } from './query-client.ts';
export { invalidateAll, invalidateEntities, queryKeys } from './query-keys.ts';
export type { Answered, Sent, Transport } from './transport.ts';
