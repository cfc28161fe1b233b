import { defineOperation } from './definition/operation.ts';
import { choice, id, integer, list, nullable, object, optional, text } from './definition/schema.ts';
import { fileKinds } from './files.ts';

/** Bytes of every part but the last. */
export const partBytes = 8 * 1_048_576;

/** Most bytes of a file that comes in parts. */
export const maxUploadBytes = 4096 * 1_048_576;

const digest = (title: string) => text({ title, pattern: '^[0-9a-f]{64}$' });

const unfinished = {
  id: id(),
  name: text(),
  size: integer({ minimum: 1, description: '字节数。' }),
  received: integer({ minimum: 0, description: '已收到的字节数。' }),
  expireAt: text({ format: 'date-time', description: '到时未完成就清理；每收到一段顺延。' }),
};

const facts = { access: { kind: 'signedIn' }, scope: null, idempotency: 'none' } as const;

export const startUpload = defineOperation({
  ...facts,
  path: '/v1/file/resumable/create',
  title: '开始或继续分段上传',
  description:
    '同一个人、同一个 fingerprint 的文件接着上次的传：have 是已收到的段。之后以 part 发送其余各段，任何次序、任何节点，最后调用 finish。',
  input: object({
    name: text({ title: '文件名', minLength: 1, maxLength: 255 }),
    size: integer({ title: '字节数', minimum: 1, maximum: maxUploadBytes }),
    fingerprint: digest('文件的标识，由浏览器从大小、修改时间与头尾的内容算出'),
    kinds: optional(list(choice(fileKinds), { minItems: 1, maxItems: fileKinds.length })),
    maxMegabytes: optional(integer({ minimum: 1, maximum: 4096 })),
  }),
  output: object({
    ...unfinished,
    partBytes: integer({ description: '每段的字节数，最后一段是余下的。' }),
    have: list(integer(), { description: '已收到的段，从 0 起。' }),
  }),
  audit: 'change',
});

export const sendPart = defineOperation({
  ...facts,
  path: '/v1/file/resumable/part',
  title: '发送一段',
  description: '以 multipart/form-data 发送一段；长度与 SHA-256 不符的不收。已收到的段再来一次，什么也不改变。',
  takes: 'file',
  input: object({
    id: id(),
    number: text({ pattern: '^(0|[1-9][0-9]{0,5})$', description: '第几段，从 0 起。' }),
    sha256: digest('这一段的 SHA-256'),
  }),
  output: object({ received: integer({ minimum: 0 }) }),
  audit: 'change',
});

export const finishUpload = defineOperation({
  ...facts,
  path: '/v1/file/resumable/finish',
  title: '完成分段上传',
  description:
    'digest 是各段 SHA-256（十六进制小写）按次序连写之后的 SHA-256，与收到的不符就拒绝。file 为空表示正在拼接，稍后再问；再问一次得到同一个文件。',
  input: object({ id: id(), digest: digest('各段的摘要') }),
  output: object({
    file: nullable(object({ id: id(), name: text(), kind: text(), mime: text(), size: integer({ minimum: 0 }) })),
  }),
  audit: 'change',
});

export const unfinishedUploads = defineOperation({
  ...facts,
  path: '/v1/file/resumable/query',
  title: '本人未传完的文件',
  input: object({}),
  output: object({ list: list(object(unfinished)) }),
  audit: 'read',
});

export const dropUpload = defineOperation({
  ...facts,
  path: '/v1/file/resumable/delete',
  title: '放弃未传完的文件',
  input: object({ id: id() }),
  output: object({}),
  audit: 'change',
});
