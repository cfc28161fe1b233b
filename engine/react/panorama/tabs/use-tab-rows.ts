import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import { cardWhere, matchWhere } from '../../../model/record/index.ts';
import type { RowsTabView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, WireRecord } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { narrowedWhere, type TabNarrowing } from './tab-narrowing.ts';

const tabSize = 20;

/**
 * The rows of a tab, more of them on demand; none, without asking, where the record leads nowhere, or they are drawn
 * by something else.
 */
export function useTabRows(view: RowsTabView, record: WireRecord, narrowing: TabNarrowing, isAsked = true) {
  const page = usePageRuntime();
  const { tab } = view;
  const where = matchWhere(tab.match, record);
  const sort = narrowing.sort === undefined ? tab.sort : [narrowing.sort];
  const body: QueryRequest = {
    where: { and: [...(where ?? []), ...cardWhere(tab.where), ...narrowedWhere(narrowing)] },
    size: tabSize,
    fields: view.fields,
    count: 'capped',
    ...(sort === undefined ? {} : { sort }),
  };
  const query = useInfiniteQuery({
    queryKey: queryKeys.rows(tab.entity, page.name, tab.api, { ...body, many: true }),
    queryFn: ({ signal, pageParam }) =>
      page.call<QueryAnswer>(tab.api, pageParam === null ? body : { ...body, cursor: pageParam }, { signal }),
    enabled: isAsked && where !== undefined,
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  const pages = query.data?.pages;
  if (where === undefined) return { ...query, isPending: false, rows: [], total: 0, totalIsCapped: false };
  return {
    ...query,
    rows: pages?.flatMap((answer) => answer.list),
    total: pages?.[0]?.total ?? null,
    totalIsCapped: pages?.[0]?.totalIsCapped === true,
  };
}

/** How many rows a tab has, where they are not asked for page by page; as `useTabRows` tells it. */
export function useTabCount(view: RowsTabView, record: WireRecord, isAsked: boolean) {
  const page = usePageRuntime();
  const { tab } = view;
  const where = matchWhere(tab.match, record);
  const body: QueryRequest = { where: { and: [...(where ?? [])] }, size: 1, fields: [], count: 'capped' };
  const { data } = useQuery({
    queryKey: queryKeys.rows(tab.entity, page.name, tab.api, body),
    queryFn: ({ signal }) => page.call<QueryAnswer>(tab.api, body, { signal }),
    enabled: isAsked && where !== undefined,
  });
  return { total: data?.total ?? null, totalIsCapped: data?.totalIsCapped === true };
}
