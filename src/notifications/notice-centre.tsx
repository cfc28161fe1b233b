import { useLayoutEffect } from 'react';
import { useEngine } from '../../engine/react/index.ts';
import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import type { AlertLists } from './alert-lists.ts';
import { AlertStrip } from './alert-strip.tsx';
import { NoticeBell } from './notice-bell.tsx';
import { followNoticePreferences, readNoticePreferences } from './notice-preferences.ts';
import { useAlerts } from './use-alerts.ts';
import { useNoticeNews } from './use-notices.ts';

type Props = {
  readonly news: Emitter<ServerNews>;
  /** Opens a page by its path. */
  readonly onOpen: (path: string) => void;
  /** The lists in which one works on what an alert told, of those the user may open. */
  readonly listsOf?: AlertLists;
};

/** The bell, kept up to date, and the alerts. Once per window. */
export function NoticeCentre({ news, onOpen, listsOf }: Props) {
  useOwnPreferences();
  useNoticeNews(news);
  useAlerts(news);
  return (
    <>
      <AlertStrip />
      <NoticeBell onOpen={onOpen} listsOf={listsOf} />
    </>
  );
}

/** What the person chose, before anything is drawn that hangs on it. */
function useOwnPreferences(): void {
  const { user } = useEngine();
  useLayoutEffect(() => {
    readNoticePreferences(user.id);
    return followNoticePreferences();
  }, [user.id]);
}
