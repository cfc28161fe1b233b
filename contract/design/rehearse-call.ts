import { defineOperation } from '../definition/operation.ts';
import { bool, json, object, optional, text } from '../definition/schema.ts';
import { designKey, publishKey } from './page-design.ts';

/** Tries out what a form of a page that is designed would send. */
export const rehearseCall = defineOperation({
  path: '/v1/design/rehearse',
  title: '预演一次提交',
  description:
    '照本人的权限把对一条记录的新增、修改、删除、流转或操作从头做到尾，再全部撤回：该拒绝的照常拒绝并指出所在，什么都不写入，不发通知，不占编号。不答复结果。其余的操作与一次多条的不在此列。',
  access: { kind: 'permission', key: designKey, or: [designKey, publishKey] },
  scope: null,
  ofShell: true,
  idempotency: 'none',
  audit: 'change',
  input: object({
    path: text({ minLength: 1, maxLength: 200, title: '接口' }),
    page: optional(text({ minLength: 1, maxLength: 64, title: '页面' })),
    body: json<Readonly<Record<string, unknown>>>({ type: 'object', title: '提交的内容' }),
  }),
  output: object({ isRehearsed: bool({ title: '已预演', description: '否为这种操作不在服务端预演。' }) }),
});
