import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { HistoryTab } from '../../../model/documents/index.ts';
import type { HistoryAnswer, HistoryRequest, WireRecord } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** What of the history is wanted. */
export type HistoryNarrowing = Pick<HistoryRequest, 'kinds' | 'fields' | 'people' | 'startDate' | 'endDate'>;

const pageSize = 20;

/** The history of a record, more of it on demand; with the first page comes what it may be narrowed to. */
export function useHistory(tab: HistoryTab, entity: string, record: WireRecord, narrowing: HistoryNarrowing) {
  const page = usePageRuntime();
  const body: HistoryRequest = { id: record.id, size: pageSize, ...narrowing };
  const query = useInfiniteQuery({
    queryKey: queryKeys.rows(entity, page.name, tab.api, { ...body, version: record.version }),
    queryFn: ({ signal, pageParam }) =>
      page.call<HistoryAnswer>(
        tab.api,
        pageParam === null ? { ...body, choices: true } : { ...body, cursor: pageParam },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  const pages = query.data?.pages;
  return { ...query, entries: pages?.flatMap((answer) => answer.list), choices: pages?.[0]?.choices };
}
