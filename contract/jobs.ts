import type { BackgroundJob, BulkAnswer, QueryAnswer, QueryRequest, WireRecord } from '../engine/model/wire/index.ts';
import { defineOperation } from './definition/operation.ts';
import { id, integer, nullable, object, optional, ref, text } from './definition/schema.ts';

const signedIn = { access: { kind: 'signedIn' } } as const;

/** Background work the caller started; that of others for who holds a key for it. */
export const queryJobs = defineOperation({
  ...signedIn,
  scope: 'background_job',
  path: '/v1/background/job/query',
  title: '查询后台任务',
  input: ref<QueryRequest>('Query'),
  output: ref<QueryAnswer>('background_job.page'),
  idempotency: 'none',
  audit: 'read',
});

export const viewJob = defineOperation({
  ...signedIn,
  scope: 'background_job',
  path: '/v1/background/job/view',
  title: '查看后台任务的进度与结果',
  input: object({ id: id(), fields: optional(nullable(ref<readonly string[]>('Fields'))) }),
  output: ref<WireRecord | BackgroundJob>('background_job.record'),
  idempotency: 'none',
  audit: 'read',
});

export const cancelJob = defineOperation({
  ...signedIn,
  scope: 'background_job',
  path: '/v1/background/job/cancel',
  title: '取消后台任务',
  description: '还在排队的立即取消；进行中的在当前一步之后停下。他人的任务须有 background_job:cancel_all。',
  input: object({ id: id() }),
  output: object({ id: id() }),
  idempotency: 'none',
  audit: 'change',
});

export const undoRows = defineOperation({
  ...signedIn,
  scope: null,
  path: '/v1/bulk/row/undo',
  title: '撤销刚做的几条',
  description: '交回一次给多行的调用答复的 undo，一分钟之内、限本人；撤销要有相应的权限，其间又被改过的不动。',
  input: object({ undo: text({ maxLength: 2_000_000 }) }),
  output: ref<BulkAnswer>('BulkAnswer'),
  idempotency: 'accepted',
  audit: 'change',
});

export const undoBulk = defineOperation({
  ...signedIn,
  scope: 'background_job',
  path: '/v1/bulk/undo',
  title: '撤销批量操作',
  description:
    '编辑改回仍为新值的字段，删除恢复，启用、停用换回；逐行进行，答复新任务的编号。他人的须有 background_job:cancel_all。',
  input: object({ id: id() }),
  output: object({ jobId: id(), total: integer() }),
  idempotency: 'accepted',
  audit: 'change',
});
