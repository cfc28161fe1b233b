import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest } from '../../../model/wire/index.ts';
import { type PageRuntime, usePageRuntime } from '../../host/page-runtime.ts';
import { displayOf, type ListState, requestOf, tabOf, whereOf } from './list-state.ts';

/** How the rows a list shows are asked for. */
function rowsQuery(page: PageRuntime, view: ListView, state: ListState) {
  const path = view.page.api.query;
  const body = requestOf(state, view);
  return queryOptions({
    queryKey: queryKeys.rows(view.page.entity, page.name, path, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(path, body, { signal }),
  });
}

/** The rows a list shows; while others are asked for, the present ones stay. */
export function useListQuery(view: ListView, state: ListState) {
  return useQuery({ ...rowsQuery(usePageRuntime(), view, state), placeholderData: keepPreviousData });
}

/**
 * When the rows that are shown were asked for: while others are on their way, the present ones are no older and need not
 * be drawn anew.
 */
export function useAskedAt({ isPlaceholderData, dataUpdatedAt }: ReturnType<typeof useListQuery>): number {
  const [askedAt, setAskedAt] = useState(dataUpdatedAt);
  const isOther = !isPlaceholderData && dataUpdatedAt !== askedAt;
  if (isOther) setAskedAt(dataUpdatedAt);
  return isOther ? dataUpdatedAt : askedAt;
}

/**
 * Asks for the rows of a state that is about to be shown, before it is drawn; resolves when they are there or could not be
 * had, undefined where none are asked for or the same as those of the state that is drawn. What was asked for in this way
 * and is overtaken before it is shown is given up.
 */
export function useAskAhead(view: ListView): (next: ListState, drawn: ListState) => Promise<void> | undefined {
  const page = usePageRuntime();
  const queries = useQueryClient();
  const last = useRef<QueryKey>(undefined);
  return (next, drawn) => {
    const isPaged = displayOf(next, view).kind === 'table' && next.group === undefined;
    if (!isPaged || tabOf(next, view)?.page !== undefined) return undefined;
    const query = rowsQuery(page, view, next);
    const before = last.current;
    last.current = query.queryKey;
    if (before !== undefined && queries.getQueryCache().find({ queryKey: before })?.getObserversCount() === 0)
      void queries.cancelQueries({ queryKey: before, exact: true });
    const rows = queries.prefetchQuery(query);
    return hashKey(query.queryKey) === hashKey(rowsQuery(page, view, drawn).queryKey) ? undefined : rows;
  };
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
