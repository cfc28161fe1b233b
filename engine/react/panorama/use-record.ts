import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import type { WireRecord } from '../../model/index.ts';
import { usePageRuntime } from '../page/page-runtime.ts';

type RecordPageView = {
  readonly page: { readonly entity: string; readonly api: { readonly view: string } };
  readonly fields: readonly string[];
};

/** The record a page is about. */
export function usePageRecord(view: RecordPageView, id: string) {
  const page = usePageRuntime();
  const path = view.page.api.view;
  return useQuery({
    queryKey: queryKeys.record(view.page.entity, page.name, path, id, view.fields),
    queryFn: ({ signal }) => page.call<WireRecord>(path, { id, fields: view.fields }, { signal }),
    enabled: id !== '',
  });
}
