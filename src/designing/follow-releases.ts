import { useEffect, useRef } from 'react';
import { queryKeys } from '../../engine/client/index.ts';
import { isMadeName, type PageBundle } from '../../engine/model/documents/index.ts';
import { refresh } from '../access/access-store.ts';
import { queries } from '../api/client.ts';
import { type ServerNews, serverNews } from '../api/server-events.ts';
import { tabs } from '../tabs/tabs.ts';
import { isTypedOn } from '../tabs/typed-pages.ts';
import { unsavedPages } from '../tabs/unsaved-work.ts';
import { designedPage } from './designing.ts';

/** Milliseconds after which it is looked again whether a page with typed work may change. */
const pause = 2000;

/** Pages that were published anew, and wait until nothing is typed on them. */
const waiting = new Set<string>();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Tells what became of a page that somebody looks at. */
type Telling = (what: 'shown' | 'waiting', title: string) => void;

/** Follows what is published of pages: an open one changes when nothing is typed on it, and says so in passing. */
export function useReleases(tell: Telling): void {
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => serverNews.listen((news) => follow(news, (...told) => latest.current(...told))), []);
}

function follow(news: ServerNews, tell: Telling): void {
  // A field or a dictionary may stand on any page.
  if (news.kind === 'gap' || news.event.topic === 'fields_changed') {
    for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ['page'] }))
      waiting.add(String(queryKey[1]));
  } else if (news.event.topic === 'page_released') {
    const page = pageOf(news.event.data);
    if (page !== undefined) waiting.add(page);
    // One that was made in the app, or is retired, comes and goes in the menu.
    if (page !== undefined && isMadeName(page)) void refresh(false);
    // What is for one role alone may be none of his.
    if (page !== undefined && news.event.data.level === 'org' && isTyped(page)) tellOf(page, 'waiting', tell);
  } else return;
  renew(tell);
}

function isTyped(page: string): boolean {
  return isTypedOn(page, tabs.getState().tabs, unsavedPages);
}

/** Reads anew the pages that may change now; the others are looked at again. */
function renew(tell: Telling): void {
  clearTimeout(looking);
  for (const page of waiting) {
    if (isTyped(page)) continue;
    waiting.delete(page);
    void readAnew(page, tell);
  }
  if (waiting.size > 0) looking = setTimeout(renew, pause, tell);
}

/** Reads a page anew; where it is otherwise than it was, that is told. */
async function readAnew(page: string, tell: Telling): Promise<void> {
  const queryKey = queryKeys.page(page);
  const before = queries.getQueryData(queryKey);
  await queries.invalidateQueries({ queryKey });
  if (before !== undefined && queries.getQueryData(queryKey) !== before) tellOf(page, 'shown', tell);
}

/** Of a page in the background nothing is told, nor to who designs it. */
function tellOf(page: string, what: Parameters<Telling>[0], tell: Telling): void {
  const query = queries.getQueryCache().find<PageBundle>({ queryKey: queryKeys.page(page) });
  if (query?.isActive() === true && query.state.data !== undefined && page !== designedPage())
    tell(what, query.state.data.page.title);
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
