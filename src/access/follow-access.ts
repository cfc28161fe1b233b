import { useEffect } from 'react';
import { queries } from '../api/client.ts';
import { type ServerNews, serverNews } from '../api/server-events.ts';
import { refresh } from './access-store.ts';

/** Follows what the user may see and do while the page is open: menu and buttons change, what was typed stays. */
export function useAccessNews(): void {
  useEffect(() => serverNews.listen(followAccess), []);
}

/** What may have changed of the user's access, or of the days worked; after a gap nobody knows. */
function followAccess(news: ServerNews): void {
  if (news.kind === 'gap') void refresh(false);
  else if (news.event.topic === 'access') void refresh(true);
  else if (news.event.topic === 'holiday') askCalendarsSoon();
}

/** A year comes as thirty rows, told one by one. */
const quiet = 1000;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Pages that count working days are read anew, once no more holidays come. */
function askCalendarsSoon(): void {
  clearTimeout(asking);
  asking = setTimeout(() => {
    void queries.invalidateQueries({ queryKey: ['page'], predicate: ({ state }) => countsWorkDays(state.data) });
  }, quiet);
}

function countsWorkDays(page: unknown): boolean {
  return typeof page === 'object' && page !== null && 'calendar' in page;
}
