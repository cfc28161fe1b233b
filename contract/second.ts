import { secondPaths, type WaitingRequests } from '../engine/model/wire/index.ts';
import { defineOperation } from './definition/operation.ts';
import { bool, id, json, list, nullable, object, optional, text } from './definition/schema.ts';

const signedIn = { access: { kind: 'signedIn' }, scope: null } as const;
const changes = { ...signedIn, idempotency: 'accepted', audit: 'change' } as const;

/** The most requests that one answer tells. */
export const maxWaiting = 100;

const input = object({
  title: text({ title: '入参' }),
  type: text({ title: '类型' }),
  value: json<unknown>({ title: '填写的值' }),
  text: optional(text({ title: '引用与字典的名称' })),
});

/** What somebody asked for and another one has to confirm. */
const request = object({
  id: id(),
  entity: text({ title: '对象' }),
  entityTitle: text({ title: '对象的名称' }),
  recordId: id({ title: '记录编号' }),
  recordLabel: text({ title: '记录的名称' }),
  transition: text({ title: '流转' }),
  title: text({ title: '流转的名称' }),
  inputs: list(input),
  askedBy: nullable(text(), { title: '申请人' }),
  askedAt: text({ format: 'date-time', title: '申请时间' }),
  expiresAt: text({ format: 'date-time', title: '作废时间' }),
  isMine: bool({ title: '是否本人申请的' }),
  isChanged: bool({ title: '申请之后记录是否已有改动', description: '有改动就不能再复核。' }),
  mayConfirm: bool({ title: '本人能否复核' }),
  path: nullable(text(), { title: '看得到这条记录的页面' }),
});

export const querySecond = defineOperation({
  ...signedIn,
  idempotency: 'none',
  audit: 'read',
  path: secondPaths.query,
  title: '查询等待复核的申请',
  description: `本人申请的，与本人能复核的；给出 entity 与 recordId 时只答复那条记录的。最多 ${maxWaiting} 条，先到期的在前。`,
  input: object({ entity: optional(text({ maxLength: 64 })), recordId: optional(id()) }),
  output: json<WaitingRequests>({ ...object({ list: list(request) }) }),
});

const changed = object({ id: id({ title: '记录编号' }) });

export const confirmSecond = defineOperation({
  ...changes,
  path: secondPaths.confirm,
  title: '复核通过',
  description: '执行所申请的流转；须有它的复核权限，且不是申请人本人。',
  input: object({ id: id({ title: '申请编号' }) }),
  output: changed,
});

export const refuseSecond = defineOperation({
  ...changes,
  path: secondPaths.refuse,
  title: '复核不同意',
  input: object({
    id: id({ title: '申请编号' }),
    reason: text({ minLength: 1, maxLength: 200, title: '不同意的原因' }),
  }),
  output: changed,
});

export const withdrawSecond = defineOperation({
  ...changes,
  path: secondPaths.withdraw,
  title: '撤回申请',
  description: '只有申请人可以撤回。',
  input: object({ id: id({ title: '申请编号' }) }),
  output: changed,
});

/** What open pages listen to: requests came or were decided. */
export const secondTopic = 'second_request';
