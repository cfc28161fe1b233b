import { defineOperation } from './definition/operation.ts';
import { list, noInput, text } from './definition/schema.ts';

const lines = {
  access: { kind: 'signedIn' },
  input: noInput,
  output: list(text()),
  scope: 'work_order',
  idempotency: 'none',
  audit: 'read',
} as const;

/** The two lists a signed-in page asks for from time to time, as lines of text. */
export const tenMinuteAlerts = defineOperation({
  ...lines,
  path: '/v1/work/order/ten/minute/query',
  title: '工单分配提醒',
  description: '十分钟内分配给本人、尚未受理的工单与线索；有分配权限的人另有超过十分钟未分配的工单。',
});

export const expiryAlerts = defineOperation({
  ...lines,
  path: '/v1/work/order/processing/time/query',
  title: '工单临期提醒',
  description: '两小时内到解决截止或已超时的未结工单：本人的；有分配权限的人为其范围内的。',
});
