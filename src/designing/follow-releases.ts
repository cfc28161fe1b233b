import { useEffect } from 'react';
import { queryKeys } from '../../engine/client/index.ts';
import { isMadeName } from '../../engine/model/documents/index.ts';
import { refresh } from '../access/access-store.ts';
import { queries } from '../api/client.ts';
import { type ServerNews, serverNews } from '../api/server-events.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';

/** Milliseconds after which it is looked again whether a page with typed work may change. */
const pause = 2000;

/** Pages that were published anew, and wait until nothing is typed on them. */
const waiting = new Set<string>();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Follows what is published of pages: an open one changes when nothing is typed on it. */
export function useReleases(): void {
  useEffect(() => serverNews.listen(follow), []);
}

function follow(news: ServerNews): void {
  // A field or a dictionary may stand on any page.
  if (news.kind === 'gap' || news.event.topic === 'fields_changed') {
    for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['page'] }))
      waiting.add(String(queryKey[1]));
  } else if (news.event.topic === 'page_released') {
    const page = pageOf(news.event.data);
    if (page !== undefined) waiting.add(page);
    // One that was made in the app, or is retired, comes and goes in the menu.
    if (page !== undefined && isMadeName(page)) void refresh(false);
  } else return;
  renew();
}

/** Reads anew the pages that may change now; the others are looked at again. */
function renew(): void {
  clearTimeout(looking);
  for (const page of waiting) {
    if (unsavedPages.hasWork(page)) continue;
    waiting.delete(page);
    void queries.invalidateQueries({ queryKey: queryKeys.page(page) });
  }
  if (waiting.size > 0) looking = setTimeout(renew, pause);
}

function pageOf({ page }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof page === 'string' ? page : undefined;
}

/** Told the name of a page that was published, or whose draft somebody else changed. */
export function listenToDesigns(listener: (page: string) => void): () => void {
  return serverNews.listen((news) => {
    if (news.kind !== 'event' || !designTopics.has(news.event.topic)) return;
    const page = pageOf(news.event.data);
    if (page !== undefined) listener(page);
  });
}

const designTopics: ReadonlySet<string> = new Set(['page_released', 'page_draft']);
