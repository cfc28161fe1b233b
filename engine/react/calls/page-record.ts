import { queryOptions, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../client/index.ts';
import { isId } from '../../model/fields/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { type PageRuntime, usePageRuntime } from '../host/page-runtime.ts';

type RecordPageView = {
  readonly page: { readonly entity: string; readonly api: { readonly view: string } };
  readonly fields: readonly string[];
};

/** The record an address names; an empty text where it names none, or its name was not copied whole. */
export function recordIdOf({ id = '' }: Readonly<Record<string, string>>): string {
  return isId(id) ? id : '';
}

/** How the record a page is about is asked for. */
export function recordQuery({ name, call }: Pick<PageRuntime, 'name' | 'call'>, view: RecordPageView, id: string) {
  const path = view.page.api.view;
  return queryOptions({
    queryKey: queryKeys.record(view.page.entity, name, path, id, view.fields),
    queryFn: ({ signal }) => call<WireRecord>(path, { id, fields: view.fields }, { signal }),
  });
}

/** The record a page is about. */
export function usePageRecord(view: RecordPageView, id: string) {
  return useQuery({ ...recordQuery(usePageRuntime(), view, id), enabled: id !== '' });
}
