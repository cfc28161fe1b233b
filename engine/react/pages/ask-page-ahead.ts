import type { QueryClient } from '@tanstack/react-query';
import { type ApiClient, queryKeys } from '../../client/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import { recordIdOf, recordQuery } from '../calls/page-record.ts';
import { callsOf } from '../host/page-runtime.ts';
import { pageOf } from './compiled-page.ts';

type Place = { readonly page: string; readonly params: Readonly<Record<string, string>> };

/** Asks for the record of a page that is about to be shown while it is being drawn, where its documents are known. */
export function askPageAhead(client: ApiClient, queries: QueryClient, { page, params }: Place): void {
  const bundle = queries.getQueryData<PageBundle>(queryKeys.page(page));
  const id = recordIdOf(params);
  if (bundle === undefined || id === '') return;
  const view = pageOf(bundle).view();
  const shown = view?.kind === 'panorama' ? view.panorama : view?.kind === 'detail' ? view.detail : undefined;
  if (shown === undefined) return;
  void queries.prefetchQuery(recordQuery({ name: page, call: callsOf(client, page) }, shown, id));
}
