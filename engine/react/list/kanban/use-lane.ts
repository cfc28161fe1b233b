import {
  hashKey,
  keepPreviousData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { queryKeys } from '../../../client/index.ts';
import type { KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { QueryAnswer, QueryRequest, Where } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { sortInForce } from '../state/list-sort.ts';
import { type ListState, whereOf } from '../state/list-state.ts';
import { type LanePages, type Move, withMove } from './lane-pages.ts';

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

type LaneOptions = {
  readonly view: ListView;
  readonly request: QueryRequest;
  readonly display: KanbanDisplay;
  readonly lane: LaneView;
  /** Moves that are not answered: the lane is shown as they leave it, whatever it was when it was asked for. */
  readonly moves: readonly Move[];
};

/** The records of a lane, more of them when somebody asks. */
export function useLane({ view, request, display, lane, moves }: LaneOptions) {
  const page = usePageRuntime();
  const queryKey = laneKey(view, page.name, request);
  const field = display.field.key;
  const select = useCallback(
    (pages: LanePages) => moves.reduce((shown, move) => withMove(shown, lane, move, field), pages),
    [moves, lane, field],
  );
  const query = useInfiniteQuery<QueryAnswer, Error, LanePages, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      page.call<QueryAnswer>(
        view.page.api.query,
        { ...request, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    select,
  });
  return { query, more: useMore(query, hashKey(queryKey)) };
}

/** Asks for more of a lane until it has come: what is asked for anew meanwhile, because a card was moved, ends the asking. */
function useMore(query: UseInfiniteQueryResult<LanePages>, key: string) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const [wanted, setWanted] = useState<{ readonly key: string; readonly pages: number }>();
  const pages = data?.pages.length ?? 0;
  const isWanted = wanted?.key === key && pages < wanted.pages && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isWanted && !isFetching) void fetchNextPage();
  }, [isWanted, isFetching, fetchNextPage]);
  const load = () => {
    setWanted({ key, pages: pages + 1 });
    // One that failed is asked for again.
    if (isFetchNextPageError) void fetchNextPage();
  };
  return { isLoading: isWanted || isFetchingNextPage, load };
}
