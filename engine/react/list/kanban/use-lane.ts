import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, Where } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { sortInForce } from '../state/list-sort.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import type { LanePages } from './lane-pages.ts';

const laneSize = 20;

/** What a lane asks for: the rows of the list whose field has its value. */
export function laneRequest(view: ListView, display: KanbanDisplay, state: ListState, lane: LaneView): QueryRequest {
  const field = display.field.key;
  const own: Where = lane.value === null ? { field, op: 'isNull' } : { field, op: 'eq', value: lane.value };
  const others = whereOf(state, view);
  const sort = sortInForce(state, view);
  return {
    size: laneSize,
    count: 'capped',
    fields: display.fields,
    where: { and: others === undefined ? [own] : [others, own] },
    ...(sort.length === 0 ? {} : { sort }),
  };
}

/** Key of a lane's cached pages. */
export function laneKey(view: ListView, page: string, request: QueryRequest): QueryKey {
  return [...queryKeys.rows(view.page.entity, page, view.page.api.query, request), 'lane'];
}

/** The records of a lane, more of them when somebody asks. */
export function useLane(view: ListView, request: QueryRequest) {
  const page = usePageRuntime();
  return useInfiniteQuery<QueryAnswer, Error, LanePages, QueryKey, string | undefined>({
    queryKey: laneKey(view, page.name, request),
    queryFn: ({ pageParam, signal }) =>
      page.call<QueryAnswer>(
        view.page.api.query,
        { ...request, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
