import { maxNotices } from '../../engine/model/index.ts';
import {
  idSchema,
  type JsonSchema,
  list,
  noData,
  noInput,
  nullable,
  object,
  textSchema,
} from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import { lastNoticeOf, noticesOf, readEveryNotice, readNotice, setNoticeStatus } from './notices.ts';
import { latestUpdateFor, readUpdate } from './updates.ts';

// Always the caller's own: no permission opens those of others.
const own = { access: { kind: 'signedIn' }, scope: 'notification' } as const;
const reads = { ...own, idempotency: 'none', audit: 'read' } as const;
const changes = { ...own, idempotency: 'accepted', audit: 'change', output: noData } as const;

const stage: JsonSchema = {
  type: ['string', 'integer'],
  enum: ['1', '0', 1, 0],
  default: '1',
  title: '“1” 未读，“0” 已读',
};
const moment: JsonSchema = { type: 'string', format: 'date-time' };

const notice = object({
  id: idSchema,
  type: { type: 'string', title: '类型', description: '字典 notification_type。' },
  title: textSchema,
  content: textSchema,
  createTime: moment,
  stage: { enum: ['1', '0'] },
  place: {
    ...nullable(object({ path: textSchema, id: nullable(idSchema) })),
    title: '通知说的是什么',
    description: '调用人能打开它的页面的路径；id 为页面要打开的那条记录。没有或已看不到时为 null。',
  },
});

const noticeCalls: readonly CallerOperation[] = [
  {
    ...reads,
    path: '/v1/sys/user/notify/all/query',
    title: '我的通知',
    description: `新的在前，至多 ${maxNotices} 条。`,
    input: object({ stage }, []),
    output: list(notice, { maxItems: maxNotices }),
    run: (body, context) => noticesOf(body, context),
  },
  {
    ...reads,
    path: '/v1/sys/user/notify/type/last/my/query',
    title: '我的某类通知中最新的一条',
    input: object({ stage, type: { type: ['string', 'integer'], title: '类型' } }, ['type']),
    output: nullable(notice),
    run: (body, context) => lastNoticeOf(body, context),
  },
  {
    ...changes,
    path: '/v1/sys/user/notify/stage/modify',
    title: '通知标为已读',
    input: object({ id: idSchema }),
    run: (body, context) => readNotice(body, context),
  },
  {
    ...changes,
    path: '/v1/sys/user/notify/stage/batch/modify',
    title: '通知全部标为已读',
    input: noInput,
    run: (body, context) => readEveryNotice(body, context),
  },
  {
    ...changes,
    path: '/v1/sys/user/notify/status/modify',
    title: '删除通知',
    description: 'status 为 "1" 时撤销删除。',
    input: object({ id: idSchema, status: { enum: ['0', '1'], default: '0', title: '“0” 删除，“1” 撤销删除' } }, [
      'id',
    ]),
    run: (body, context) => setNoticeStatus(body, context),
  },
];

const update = object({
  id: idSchema,
  title: textSchema,
  platformName: textSchema,
  version: textSchema,
  publishTime: moment,
  content: { type: 'string', contentMediaType: 'text/html' },
  stage: { enum: ['1', '0'], title: '“1” 自动弹出' },
});

const updateCalls: readonly CallerOperation[] = [
  {
    ...reads,
    scope: 'update_message',
    path: '/v1/system/update/message/latest/query',
    title: '最新的产品更新',
    input: noInput,
    output: nullable(update),
    run: (_, context) => latestUpdateFor(context),
  },
  {
    ...changes,
    scope: 'update_message',
    path: '/v1/system/update/message/read',
    title: '产品更新已看过',
    description: '此后不再自动弹出。',
    input: object({ id: idSchema }),
    run: (body, context) => readUpdate(body, context),
  },
];

/** Notices to the caller, and updates of the product. */
export const noticeOperations: readonly CallerOperation[] = [...noticeCalls, ...updateCalls];
