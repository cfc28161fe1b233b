import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { type ListState, requestOf, whereOf } from './list-state.ts';

/** The rows a list shows; while others are asked for, the present ones stay. */
export function useListQuery(view: ListView, state: ListState) {
  const page = usePageRuntime();
  const path = view.page.api.query;
  const body = requestOf(state, view);
  return useQuery({
    queryKey: queryKeys.rows(view.page.entity, page.name, path, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The exact number of rows, counted only when somebody asks. */
export function useExactCount(view: ListView, state: ListState, wanted: boolean) {
  const page = usePageRuntime();
  const path = view.page.api.query;
  const where = whereOf(state, view);
  const body: QueryRequest = { size: 1, count: 'exact', fields: [], ...(where === undefined ? {} : { where }) };
  return useQuery({
    queryKey: queryKeys.rows(view.page.entity, page.name, path, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
    enabled: wanted,
  });
}

/** Counts the rows exactly, as they are just now. */
export function useCountNow(view: ListView, state: ListState): () => Promise<number> {
  const page = usePageRuntime();
  const where = whereOf(state, view);
  return async () => {
    const body: QueryRequest = { size: 1, count: 'exact', fields: [], ...(where === undefined ? {} : { where }) };
    const { total } = await page.call<QueryAnswer>(view.page.api.query, body);
    return total ?? 0;
  };
}
