import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from './api-client.ts';
import { queryKeys } from './query-keys.ts';

/** Milliseconds for which the documents of a page are good: the server tells open pages of new ones. */
const goodFor = 5 * 60_000;

/** How the documents of a page are asked for, by whoever needs them first. */
export function pageQuery(client: ApiClient, name: string) {
  return queryOptions({
    queryKey: queryKeys.page(name),
    queryFn: ({ signal }) => client.call('/v1/sys/page/view', { name }, { signal, quiet: true }),
    staleTime: goodFor,
  });
}
