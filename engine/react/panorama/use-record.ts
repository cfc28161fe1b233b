import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import type { PanoramaView, WireRecord } from '../../model/index.ts';
import { usePageRuntime } from '../page/page-runtime.ts';

/** The record a panorama is about. */
export function usePanoramaRecord(view: PanoramaView, id: string) {
  const page = usePageRuntime();
  const path = view.page.api.view;
  return useQuery({
    queryKey: queryKeys.record(view.page.entity, page.name, path, id, view.fields),
    queryFn: ({ signal }) => page.call<WireRecord>(path, { id, fields: view.fields }, { signal }),
    enabled: id !== '',
  });
}
