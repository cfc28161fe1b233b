import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { NoticeAnswer, NoticeStage } from '../../contract/notices.ts';
import type { ApiClient } from '../../engine/client/index.ts';

import { useEngine } from '../../engine/react/index.ts';
import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { noticeCalls } from './notice-calls.ts';
import { urgent } from './notice-groups.ts';
import { useNoticePreferences } from './notice-preferences.ts';
import { useNoticeTime } from './use-notice-time.ts';

const keyOf = (stage: NoticeStage) => ['notices', stage];

/** Looked at again even where no news arrives. */
const lookAgain = 10 * 60_000;
/** News come to a window that is looked at; one that shall tell while it is not has to ask. */
const lookAgainUnseen = 60_000;

/** The user's notices of a stage, newest first. */
export function useNotices(stage: NoticeStage) {
  const { client } = useEngine();
  const { isInBrowser } = useNoticePreferences();
  const isAsking = isInBrowser && stage === '1';
  return useQuery({
    queryKey: keyOf(stage),
    queryFn: ({ signal }) => noticeCalls.all(client, stage, signal),
    refetchInterval: isAsking ? lookAgainUnseen : lookAgain,
    refetchIntervalInBackground: isAsking,
    staleTime: 60_000,
  });
}

/** The unread notices that ask for attention: of no muted kind and not put off; undefined until they have come. */
export function useUrgentNotices(): readonly NoticeAnswer[] | undefined {
  const { data } = useNotices('1');
  const preferences = useNoticePreferences();
  const now = useNoticeTime();
  return useMemo(() => data && urgent(data, preferences, now), [data, preferences, now]);
}

/** Reads the notices anew when the server tells that they changed. */
export function useNoticeNews(news: Emitter<ServerNews>): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      news.listen((told) => {
        const isAboutNotices = told.kind === 'gap' || ['notification', 'update_message'].includes(told.event.topic);
        if (isAboutNotices) void readAnew(queries);
      }),
    [news, queries],
  );
}

/** Marks, removes and brings back notices: on the screen at once, and as the server has them after a refusal. */
export function useNoticeChanges() {
  const { client } = useEngine();
  const queries = useQueryClient();
  const run = (change: (lists: Lists) => Lists, call: (client: ApiClient) => Promise<null>) =>
    runChange(queries, change, () => call(client));
  return {
    read: (notice: NoticeAnswer) =>
      run(
        ({ unread, read }) => ({ unread: without(unread, notice), read: inserted(read, { ...notice, stage: '0' }) }),
        (to) => noticeCalls.read(to, notice.id),
      ),
    readAll: () =>
      run(
        ({ unread, read }) => ({
          unread: [],
          read: read && [...(unread ?? []).map((notice) => ({ ...notice, stage: '0' as const })), ...read].sort(newest),
        }),
        noticeCalls.readAll,
      ),
    remove: (notice: NoticeAnswer) =>
      run(
        ({ unread, read }) => ({ unread: without(unread, notice), read: without(read, notice) }),
        (to) => noticeCalls.remove(to, notice.id),
      ),
    bringBack: (notice: NoticeAnswer) =>
      run(
        ({ unread, read }) =>
          notice.stage === '1' ? { unread: inserted(unread, notice), read } : { unread, read: inserted(read, notice) },
        (to) => noticeCalls.bringBack(to, notice.id),
      ),
  };
}

type List = readonly NoticeAnswer[] | undefined;
type Lists = { readonly unread: List; readonly read: List };

/** Answers whether the server took it. */
async function runChange(
  queries: QueryClient,
  change: (lists: Lists) => Lists,
  call: () => Promise<null>,
): Promise<boolean> {
  // An answer that is on its way would bring back what is changed now.
  await queries.cancelQueries({ queryKey: ['notices'] });
  const { unread, read } = change({
    unread: queries.getQueryData(keyOf('1')),
    read: queries.getQueryData(keyOf('0')),
  });
  queries.setQueryData(keyOf('1'), unread);
  queries.setQueryData(keyOf('0'), read);
  try {
    await call();
    return true;
  } catch {
    // The refusal is told by the shell.
    await readAnew(queries);
    return false;
  }
}

async function readAnew(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['notices'] });
}

function without(list: List, { id }: NoticeAnswer): List {
  return list?.filter((notice) => notice.id !== id);
}

function inserted(list: List, notice: NoticeAnswer): List {
  return list && [...list.filter(({ id }) => id !== notice.id), notice].sort(newest);
}

function newest(a: NoticeAnswer, b: NoticeAnswer): number {
  return Date.parse(b.createTime) - Date.parse(a.createTime);
}
