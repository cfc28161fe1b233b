import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ListView } from '../../../model/view/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** Asks again for everything a list shows, whatever the way it shows it. */
export function useRefresh(view: ListView): { readonly refresh: () => void; readonly isRefreshing: boolean } {
  const queries = useQueryClient();
  const { name } = usePageRuntime();
  const { entity } = view.page;
  const isOfList = useCallback(
    ({ queryKey: [kind, of, , page] }: Query) => kind === 'data' && page === name && of === entity,
    [name, entity],
  );
  const count = useIsFetching({ predicate: isOfList });
  const refresh = useCallback(() => void queries.invalidateQueries({ predicate: isOfList }), [queries, isOfList]);
  return { refresh, isRefreshing: count > 0 };
}
