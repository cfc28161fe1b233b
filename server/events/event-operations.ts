import { refuse } from '../kernel/errors/app-error.ts';
import { list, object, textSchema } from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
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
    {
      path: '/v1/sys/event/stream',
      title: '事件推送',
      description:
        '服务器推送事件（text/event-stream），用 fetch 读取。每条消息的 id 是游标：断线后作为 lastEventId 送回，不丢不重，换一台服务器也一样。消息有 begin、resumed、events（一组事件）、reset（错过太多，须重新读取）、ended（会话已结束，不再重连）。',
      access: { kind: 'signedIn' },
      gives: 'stream',
      input: object(
        {
          lastEventId: { type: 'string', title: '游标', maxLength: maxCursor },
          topics: { ...list({ ...textSchema, pattern: topicForm.source }, { maxItems: maxTopics }), title: '主题' },
        },
        [],
      ),
      output: { type: 'string' },
      scope: null,
      idempotency: 'none',
      audit: 'read',
      run: async (body, { caller }) => {
        const stream = feed.open({
          sessionId: caller.sessionId,
          staffId: caller.staffId,
          topics: topicsOf(body),
          after: afterOf(body),
        });
        if (stream === undefined) throw refuse('E_TOO_MANY');
        return new StreamReply(headers, stream.body);
      },
    },
  ];
}

const maxCursor = 20_000;
const maxTopics = 20;
const topicForm = /^[a-z][a-z0-9_]{0,39}$/;

function topicsOf({ topics }: Values): ReadonlySet<string> | undefined {
  if (topics === undefined) return undefined;
  const named: readonly unknown[] = Array.isArray(topics) ? topics : [];
  const known = named.filter((topic): topic is string => typeof topic === 'string' && topicForm.test(topic));
  if (known.length === 0 || known.length !== named.length || known.length > maxTopics)
    throw refuse(
      'E_INPUT_INVALID',
      {},
      { faults: [{ code: 'E_INPUT_TYPE', pointer: '/topics', title: '主题', expected: '主题名称的列表', got: '' }] },
    );
  return new Set(known);
}

function afterOf({ lastEventId }: Values) {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  const position =
    typeof lastEventId === 'string' && lastEventId.length <= maxCursor ? positionOf(lastEventId) : undefined;
  if (position === undefined) throw refuse('E_CURSOR');
  return position;
}
