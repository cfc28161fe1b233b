import { defineOperation } from './definition/operation.ts';
import {
  choice,
  either,
  id,
  integer,
  json,
  list,
  noData,
  noInput,
  nullable,
  object,
  optional,
  text,
  type Value,
} from './definition/schema.ts';
import { maxNotices } from './notice-words.ts';

// Always the caller's own: no permission opens those of others.
const own = { access: { kind: 'signedIn' }, scope: 'notification' } as const;
const reads = { ...own, idempotency: 'none', audit: 'read' } as const;
const changes = { ...own, idempotency: 'accepted', audit: 'change', output: noData } as const;

/** The specification writes stages as numbers too. */
const stage = json<'1' | '0' | 1 | 0>({
  type: ['string', 'integer'],
  enum: ['1', '0', 1, 0],
  default: '1',
  title: '“1” 未读，“0” 已读',
});

const notice = object({
  id: id(),
  type: text({ title: '类型', description: '字典 notification_type：10 投诉、11 服务、13 活动。' }),
  title: text(),
  content: text(),
  createTime: text({ format: 'date-time' }),
  stage: choice(['1', '0']),
  place: nullable(object({ path: text(), id: nullable(id()) }), {
    title: '通知说的是什么',
    description: '调用人能打开它的页面的路径；id 为页面要打开的那条记录。没有或已看不到时为 null。',
  }),
});

/** A notice to the caller. */
export type NoticeAnswer = Value<typeof notice>;
/** A page the user may open, by its path, and the record it opens there. */
export type NoticePlace = NonNullable<NoticeAnswer['place']>;
/** Whether a notice was read, as the specification writes it: `1` unread, `0` read. */
export type NoticeStage = NoticeAnswer['stage'];

export const queryNotices = defineOperation({
  ...reads,
  path: '/v1/sys/user/notify/all/query',
  title: '我的通知',
  description: `新的在前，至多 ${maxNotices} 条。`,
  input: object({ stage: optional(stage) }),
  output: list(notice, { maxItems: maxNotices }),
});

export const lastNotice = defineOperation({
  ...reads,
  path: '/v1/sys/user/notify/type/last/my/query',
  title: '我的某类通知中最新的一条',
  input: object({ stage: optional(stage), type: either([text(), integer()], { title: '类型' }) }),
  output: nullable(notice),
});

export const readNotice = defineOperation({
  ...changes,
  path: '/v1/sys/user/notify/stage/modify',
  title: '通知标为已读',
  input: object({ id: id() }),
});

export const readAllNotices = defineOperation({
  ...changes,
  path: '/v1/sys/user/notify/stage/batch/modify',
  title: '通知全部标为已读',
  input: noInput,
});

export const setNoticeStatus = defineOperation({
  ...changes,
  path: '/v1/sys/user/notify/status/modify',
  title: '删除通知',
  description: 'status 为 "1" 时撤销删除。',
  input: object({
    id: id(),
    status: optional(
      json<'0' | '1' | 0 | 1>({
        type: ['string', 'integer'],
        enum: ['0', '1', 0, 1],
        default: '0',
        title: '“0” 删除，“1” 撤销删除',
      }),
    ),
  }),
});

const update = object({
  id: id(),
  title: text(),
  platformName: text(),
  version: text(),
  publishTime: text({ format: 'date-time' }),
  content: text({ contentMediaType: 'text/html' }),
  stage: choice(['1', '0'], { title: '“1” 自动弹出' }),
});

/** The latest product update. */
export type UpdateAnswer = Value<typeof update>;

export const latestUpdate = defineOperation({
  ...reads,
  scope: 'update_message',
  path: '/v1/system/update/message/latest/query',
  title: '最新的产品更新',
  input: noInput,
  output: nullable(update),
});

export const readUpdate = defineOperation({
  ...changes,
  scope: 'update_message',
  path: '/v1/system/update/message/read',
  title: '产品更新已看过',
  description: '此后不再自动弹出。',
  input: object({ id: id() }),
});
