import type { ApiClient } from '../../client/index.ts';
import type { DesignStore } from './design-store.ts';

/** Pages kept by the server, under the rights of the caller; what is refused is shown where it was asked. */
export function apiDesignStore(client: ApiClient): DesignStore {
  const quiet = { quiet: true };
  return {
    view: (target) => client.callAt('/v1/design/page/view', target, quiet),
    parts: (target) => client.callAt('/v1/design/page/parts/view', target, quiet),
    grammar: (kind) => client.callAt('/v1/design/grammar/view', { kind }, quiet),
    save: (target, draft) => client.callAt('/v1/design/page/draft/save', { ...target, ...draft }, quiet),
    discard: async (target, version) => {
      await client.callAt('/v1/design/page/draft/discard', { ...target, version }, quiet);
    },
    preview: (target, document, as) =>
      client.callAt('/v1/design/page/preview', { ...target, document, ...(as === undefined ? {} : { as }) }, quiet),
  };
}
