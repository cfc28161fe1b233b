import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryKeys } from '../../../client/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { noViews, readKnown } from '../state/known-views.ts';
import { usePersistedState } from '../state/persisted-state.ts';
import { askViews } from './view-calls.ts';

/**
 * The views of a page. The server has them; this browser only remembers its last answer, so that the list need not wait
 * for it. Without them, for lack of an answer, the list is there in its standard view.
 */
export function useKnownViews(pageName: string) {
  const { call } = usePageRuntime();
  const kept = usePersistedState(pageName, 'views');
  const remembered = useMemo(() => readKnown(kept.read()), [kept]);
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: queryKeys.views(pageName),
    queryFn: ({ signal }) => askViews(call, pageName, signal),
    staleTime: 60_000,
    ...(remembered === undefined ? {} : { initialData: remembered, initialDataUpdatedAt: 0 }),
  });
  useEffect(() => {
    if (data !== undefined) kept.keep(data);
  }, [data, kept]);
  return {
    known: data ?? noViews,
    isWaiting: data === undefined && error === null,
    /** Only an earlier answer is here, and the present one is on its way. */
    isAsking: isFetching && !isFetchedAfterMount,
    error,
    refetch,
  };
}
