import type { Emitter } from '../api/emitter.ts';
import type { ServerNews } from '../api/server-events.ts';
import { NoticeBell } from './notice-bell.tsx';
import { useAlerts } from './use-alerts.tsx';
import { useNoticeNews } from './use-notices.ts';

type Props = {
  readonly news: Emitter<ServerNews>;
  /** Opens a page by its path. */
  readonly onOpen: (path: string) => void;
};

/** The bell, kept up to date, and the alerts. Once per window. */
export function NoticeCentre({ news, onOpen }: Props) {
  useNoticeNews(news);
  useAlerts(news);
  return <NoticeBell onOpen={onOpen} />;
}
