import { defineOperation } from './definition/operation.ts';
import { list, object, optional, text } from './definition/schema.ts';

const maxTopics = 20;

/** What a page listens on: events for everybody and for the caller, from where he stopped. */
export const eventStream = defineOperation({
  path: '/v1/sys/event/stream',
  title: '事件推送',
  description:
    '服务器推送事件（text/event-stream），用 fetch 读取。每条消息的 id 是游标：断线后作为 lastEventId 送回，不丢不重，换一台服务器也一样。消息有 begin、resumed、events（一组事件）、quiet（到此没有别的）、reset（错过太多，须重新读取）、ended（会话已结束，不再重连）。',
  access: { kind: 'signedIn' },
  gives: 'stream',
  input: object({
    lastEventId: optional(text({ title: '游标' })),
    topics: optional(
      list(text({ pattern: '^[a-z][a-z0-9_]{0,39}$' }), { minItems: 1, maxItems: maxTopics, title: '主题' }),
    ),
  }),
  output: text(),
  scope: null,
  idempotency: 'none',
  audit: 'read',
});

/** Characters of a cursor; a longer one is none that was given. */
export const maxCursorLength = 20_000;
