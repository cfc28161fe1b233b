import { eventStream, maxCursorLength } from '../../contract/events.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { type CallerOperation, implementStream } from '../kernel/operation/operation.ts';
import { StreamReply } from '../kernel/operation/stream-reply.ts';
import { positionOf } from './cursor.ts';
import type { EventFeed } from './event-feed.ts';

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Proxies pass every message on at once.
  'x-accel-buffering': 'no',
};

/** What a page listens on: events for everybody and for the caller, from where he stopped. */
export function eventOperations(feed: EventFeed): readonly CallerOperation[] {
  return [
    implementStream(eventStream, async ({ lastEventId, topics }, { caller }) => {
      const stream = feed.open({
        sessionId: caller.sessionId,
        staffId: caller.staffId,
        topics: topics === undefined ? undefined : new Set(topics),
        after: afterOf(lastEventId),
      });
      if (stream === undefined) throw refuse('E_TOO_MANY');
      return new StreamReply(headers, stream.body);
    }),
  ];
}

function afterOf(lastEventId = '') {
  if (lastEventId === '') return undefined;
  const position = lastEventId.length <= maxCursorLength ? positionOf(lastEventId) : undefined;
  if (position === undefined) throw refuse('E_CURSOR');
  return position;
}
