import { followServer, type ServerEvent } from '../../engine/client/index.ts';
import { session } from '../session/session.ts';
import { client, identity } from './client.ts';
import { createEmitter } from './emitter.ts';
import { spreadNews } from './spread-news.ts';

/** What the server tells open pages; `gap` where more was missed than is told: what was read may be stale. */
export type ServerNews = { readonly kind: 'event'; readonly event: ServerEvent } | { readonly kind: 'gap' };

/** What the server tells this window while it is looked at. */
export const serverNews = createEmitter<ServerNews>();

const topics = [
  'notification',
  'update_message',
  'access',
  'holiday',
  'phone',
  'second_request',
  'presence',
  'page_released',
  'page_draft',
  'fields_changed',
];

/**
 * Follows the server while the window is looked at; returns what ends that. A window in the background keeps no
 * connection, for a browser has few of them for all its windows together; when it comes back it is told of the gap.
 */
export function followWhileVisible(): () => void {
  let stop: (() => void) | undefined;
  const handleChange = () => {
    if (document.hidden) {
      stop?.();
      stop = undefined;
    } else stop ??= follow();
  };
  handleChange();
  document.addEventListener('visibilitychange', handleChange);
  return () => {
    document.removeEventListener('visibilitychange', handleChange);
    stop?.();
  };
}

function follow(): () => void {
  const { token } = session.getState();
  const news = spreadNews((event) => serverNews.tell({ kind: 'event', event }));
  const stop = followServer({
    address: '/v1/sys/event/stream',
    topics,
    headers: () => ({
      'X-App-Platform': identity.platform,
      'X-App-Version': identity.version,
      'X-App-Token': token ?? '',
    }),
    onEvents: news.take,
    onGap: () => serverNews.tell({ kind: 'gap' }),
    onEnd: () => setTimeout(() => askWhatBecameOf(token), farewell),
  });
  return () => {
    stop();
    news.end();
  };
}

/** Time in which a window that signs out by itself has left. */
const farewell = 1500;

/** Any call is answered with what became of the session, and the shell says it. */
function askWhatBecameOf(token: string | null): void {
  if (token === null || session.getState().token !== token) return;
  void client.call('/v1/sys/user/my/view', {}, { quiet: true }).catch(() => undefined);
}
