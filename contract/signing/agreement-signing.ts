import { defineOperation } from '../definition/operation.ts';
import { bool, integer, nullable, object, optional, text, type Value } from '../definition/schema.ts';

/** The page a link opens, with its query. */
export const signingPath = '/sign';

/** What is missing or bent makes a link nobody was sent. */
const link = { agreement: optional(text()), sign: optional(text()) };

const signing = {
  access: { kind: 'signed' },
  description: '凭短信里的链接，没有会话；链接无效、过期、撤回之后拒绝。',
  scope: null,
  idempotency: 'none',
  audit: 'change',
} as const;

export const viewSigning = defineOperation({
  ...signing,
  path: '/v1/agreement/signing/view',
  title: '打开签署链接',
  input: object(link),
  output: object({
    title: text({ title: '协议名称' }),
    agreementNo: text({ title: '协议编号' }),
    body: text({ title: '正文', description: '封存时的富文本。' }),
    hash: text({ title: '文件摘要', description: 'SHA-256。' }),
    signerName: text({ title: '签署人' }),
    mobile: text({ title: '签署手机', description: '已遮盖。' }),
    expireAt: text({ format: 'date-time', title: '截止时间' }),
    signedAt: nullable(text({ format: 'date-time', title: '签署时间' })),
  }),
});
export type SigningAnswer = Value<typeof viewSigning.output>;

const signed = object({
  done: bool({ title: '是否做成' }),
  left: integer({ minimum: 0, title: '还可以试几次', description: '为 0 时须重新获取验证码。' }),
});
export type SignedAnswer = Value<typeof signed>;

export const askSigningCode = defineOperation({
  ...signing,
  path: '/v1/agreement/signing/code/create',
  title: '获取签署验证码',
  input: object(link),
  output: signed,
});

export const signAgreement = defineOperation({
  ...signing,
  path: '/v1/agreement/signing/sign',
  title: '凭验证码签署协议',
  input: object({ ...link, code: text({ pattern: '^[0-9]{6}$', title: '验证码' }) }),
  output: signed,
});

export const refuseSigning = defineOperation({
  ...signing,
  path: '/v1/agreement/signing/refuse',
  title: '拒签协议',
  input: object({ ...link, reason: text({ minLength: 1, maxLength: 200, title: '拒签原因' }) }),
  output: signed,
});
