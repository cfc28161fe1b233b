import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { ListPreferences } from '../../../model/wire/index.ts';
import type { KnownViews } from '../state/known-views.ts';

/** Takes what the server answered to a change; what is on its way may have been read before it, and is asked for again. */
export function learned(queries: QueryClient, page: string, answer: ListPreferences): void {
  const queryKey = queryKeys.views(page);
  queries.setQueryData<KnownViews>(queryKey, (known) => known && { ...known, ...answer });
  if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
}
