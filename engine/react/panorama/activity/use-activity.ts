import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import type { ActivityTabView } from '../../../model/view/index.ts';
import type { ActivityAnswer, ActivityRequest, WireRecord } from '../../../model/wire/index.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

const path = '/v1/sys/page/activity';
const pageSize = 20;

/** What happened to a record and around it, of the chosen sources, more of it on demand. */
export function useActivity(view: ActivityTabView, entity: string, record: WireRecord, chosen: ReadonlySet<string>) {
  const page = usePageRuntime();
  const sources = view.sources.filter(({ key }) => chosen.size === 0 || chosen.has(key));
  const body: ActivityRequest = {
    page: page.name,
    tab: view.key,
    id: record.id,
    sources: sources.map(({ key, rows }) => ({ key, ...(rows === undefined ? {} : { fields: rows.fields }) })),
    size: pageSize,
  };
  const entities = new Set(sources.map(({ rows }) => rows?.tab.entity ?? entity));
  const query = useInfiniteQuery({
    queryKey: queryKeys.merged([...entities], page.name, path, { ...body, version: record.version }),
    queryFn: ({ signal, pageParam }) =>
      page.call<ActivityAnswer>(path, pageParam === null ? body : { ...body, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
  return { ...query, entries: query.data?.pages.flatMap(({ list }) => list) };
}
