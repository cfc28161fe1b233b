import { defineOperation } from './definition/operation.ts';
import { id, integer, object, optional, text } from './definition/schema.ts';

const registering = {
  description:
    '号码取自本人一天之内、还不知道是谁的通话；通话随即归于新建的记录。note 写入咨询内容（线索）或备注（客户）。',
  input: object({
    callId: id(),
    name: text({ maxLength: 50, title: '姓名' }),
    projectId: id({ title: '项目' }),
    channelId: id({ title: '渠道' }),
    note: optional(text({ maxLength: 1000, title: '备注' })),
  }),
  output: object({ id: id(), version: integer({ minimum: 1 }) }),
  idempotency: 'accepted',
  audit: 'change',
} as const;

/** Registering somebody nobody knew after a call with him. */
export const leadFromCall = defineOperation({
  ...registering,
  path: '/v1/lead/create/from/call',
  title: '通话后新建线索',
  access: { kind: 'permission', key: 'lead:add' },
  scope: 'lead',
});

export const customerFromCall = defineOperation({
  ...registering,
  path: '/v1/customer/create/from/call',
  title: '通话后新建客户',
  access: { kind: 'permission', key: 'customer:add' },
  scope: 'customer',
});
