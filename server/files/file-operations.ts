import { type FileKind, sentKinds } from '../../engine/model/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { idSchema, object, textSchema } from '../kernel/operation/json-schema.ts';
import type { CallerOperation, OpenOperation, Operation } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { readableFile } from './file-rows.ts';
import { serveFile } from './serve-file.ts';
import { contentPath, fileUses, signedAddress } from './signed-address.ts';
import { upload } from './upload.ts';

/** Files: sending them in, and getting an address for those one may read. */
export const fileOperations: readonly Operation[] = [
  uploading('/v1/file/upload', '上传文件', sentKinds.file),
  uploading('/v1/file/image', '上传图片', sentKinds.image),
  addressing('/v1/file/download', '下载文件', 'download'),
  addressing('/v1/file/preview', '预览文件', 'preview'),
  addressing('/v1/file/mp3', '播放录音', 'preview', ['audio']),
  serving(),
];

function uploading(path: string, title: string, kinds: readonly FileKind[]): CallerOperation {
  return {
    path,
    title,
    description: '以 multipart/form-data 发送一个文件；类型按内容判断，保存到数据后才归数据所有，否则次日清理。',
    access: { kind: 'signedIn' },
    takes: 'file',
    input: object({}),
    output: object({
      id: idSchema,
      name: textSchema,
      kind: textSchema,
      mime: textSchema,
      size: { type: 'integer', minimum: 0 },
    }),
    scope: null,
    idempotency: 'accepted',
    audit: 'change',
    run: (body, context) => upload(body, kinds, context),
  };
}

function addressing(
  path: string,
  title: string,
  use: 'download' | 'preview',
  kinds?: readonly string[],
): CallerOperation {
  return {
    path,
    title,
    description: `得到 60 秒内有效的地址（GET ${contentPath}，可按 Range 分段），随会话失效。`,
    access: { kind: 'signedIn' },
    input: object({ id: idSchema }),
    output: object({
      address: textSchema,
      name: textSchema,
      mime: textSchema,
      size: { type: 'integer', minimum: 0 },
    }),
    scope: null,
    idempotency: 'none',
    audit: use === 'download' ? 'export' : 'read',
    run: (body, context) => addressOf(body, use, kinds, context),
  };
}

async function addressOf(
  body: Values,
  use: 'download' | 'preview',
  kinds: readonly string[] | undefined,
  context: CallContext,
) {
  const { id, name, mime, size, kind } = await readableFile(body.id, context);
  if (kinds?.includes(String(kind)) === false) throw refuse('E_FILE_GONE');
  const address = signedAddress({ fileId: id, sessionId: context.caller.sessionId, use }, context);
  return { address, name, mime, size };
}

function serving(): OpenOperation {
  return {
    path: contentPath,
    method: 'GET',
    title: '读取文件内容',
    description: '地址由下载、预览、播放给出，60 秒内有效。',
    access: { kind: 'signed' },
    gives: 'stream',
    input: object({
      file: idSchema,
      use: { enum: [...fileUses] },
      session: idSchema,
      until: textSchema,
      sign: textSchema,
    }),
    output: { contentMediaType: 'application/octet-stream' },
    scope: null,
    idempotency: 'none',
    audit: 'export',
    answer: serveFile,
  };
}
