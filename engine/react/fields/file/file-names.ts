import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../../client/index.ts';
import { fileFacts } from './use-file-facts.ts';

const keyOf = (id: string) => ['file', id, 'name'];

/** Notes what a file was called that has just arrived: nothing else tells once it is gone. */
export function noteFileName(queries: QueryClient, { id, name }: { readonly id: string; readonly name: string }): void {
  queries.setQueryData(keyOf(id), name);
}

/** What a file is called, as far as this page has heard of it. */
export function knownFileName(queries: QueryClient, client: ApiClient, id: string): string | undefined {
  return queries.getQueryData<string>(keyOf(id)) ?? queries.getQueryData(fileFacts(client, id).queryKey)?.name;
}
