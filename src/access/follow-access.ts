import { useEffect } from 'react';
import { type ServerNews, serverNews } from '../api/server-events.ts';
import { refresh } from './access-store.ts';

/** Follows what the user may see and do while the page is open: menu and buttons change, what was typed stays. */
export function useAccessNews(): void {
  useEffect(() => serverNews.listen(followAccess), []);
}

/** What may have changed of the user's access; after a gap nobody knows. */
function followAccess(news: ServerNews): void {
  if (news.kind === 'gap') void refresh(false);
  else if (news.event.topic === 'access') void refresh(true);
}
