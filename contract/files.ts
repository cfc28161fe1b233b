import { defineOperation } from './definition/operation.ts';
import { choice, id, integer, json, list, nullable, object, optional, text } from './definition/schema.ts';

/** Where the content of files lies, with its signed query. */
export const contentPath = '/v1/file/content';

/** What an address may be used for. */
export const fileUses = ['download', 'preview', 'play', 'save'] as const;

const sent = object({ id: id(), name: text(), kind: text(), mime: text(), size: integer({ minimum: 0 }) });

/** Kinds of files, as fields name them. */
export const fileKinds = ['image', 'document', 'audio', 'video', 'captions', 'stream', 'package'] as const;

const kindsPattern = `(${fileKinds.join('|')})`;

/** What the file is wanted for, in the address: the kinds and the size of the field that is to hold it. */
const wanted = {
  kinds: optional(
    text({
      pattern: `^${kindsPattern}(,${kindsPattern}){0,6}$`,
      description: '字段的 kinds，以逗号隔开；缺省 image,document,audio。',
    }),
  ),
  maxMegabytes: optional(text({ pattern: '^[1-9][0-9]{0,3}$', description: '字段的 maxMegabytes。' })),
};

const uploading = {
  access: { kind: 'signedIn' },
  description:
    '以 multipart/form-data 发送一个文件；类型按内容判断，保存到数据时照字段的 kinds、maxMegabytes 再核对，之后归数据所有，否则次日清理。',
  takes: 'file',
  input: object(wanted),
  output: sent,
  scope: null,
  idempotency: 'accepted',
  audit: 'change',
} as const;

export const uploadFile = defineOperation({ ...uploading, path: '/v1/file/upload', title: '上传文件' });
export const uploadImage = defineOperation({ ...uploading, path: '/v1/file/image', title: '上传图片' });

const addressing = {
  access: { kind: 'signedIn' },
  description: `得到 60 秒内有效的地址（GET ${contentPath}，可按 Range 分段），随会话失效。`,
  input: object({ id: id({ title: '文件' }) }),
  output: object({ address: text(), name: text(), mime: text(), size: integer({ minimum: 0 }) }),
  scope: null,
  idempotency: 'none',
} as const;

export const downloadFile = defineOperation({
  ...addressing,
  path: '/v1/file/download',
  title: '下载文件',
  audit: 'export',
});
export const previewFile = defineOperation({
  ...addressing,
  path: '/v1/file/preview',
  title: '预览文件',
  audit: 'read',
});
export const playRecording = defineOperation({ ...addressing, path: '/v1/file/mp3', title: '播放录音', audit: 'read' });

/** How often the browser tells how far somebody has played, in seconds. */
export const notedSeconds = 15;

const place = integer({ minimum: 0, maximum: 1_000_000, title: '位置（秒）' });

export const playFile = defineOperation({
  path: '/v1/file/play',
  title: '播放文件',
  description:
    '字段写了 play 的音频、视频、切片：得到半小时内有效的地址（可按 Range 分段；m3u8 里的名称换成各段的地址），只在这个会话的浏览器里打得开；另有上次停下的位置、累计播放的秒数、水印与字幕。',
  access: { kind: 'signedIn' },
  input: object({ id: id({ title: '文件' }) }),
  output: object({
    ...{ address: text(), name: text(), mime: text(), size: integer({ minimum: 0 }) },
    position: place,
    seconds: integer({ minimum: 0, title: '累计播放的秒数' }),
    watermark: nullable(text()),
    captions: list(object({ title: text(), address: text() }), {
      title: '字幕',
      description: 'WebVTT，一种语言一份。',
    }),
  }),
  scope: null,
  idempotency: 'none',
  audit: 'read',
});
export const notePlaying = defineOperation({
  path: '/v1/file/play/note',
  title: '记下播放位置',
  description: `播放中每 ${notedSeconds} 秒、停下时各一次；累计的秒数不多于上次以来过去的时间。`,
  access: { kind: 'signedIn' },
  input: object({
    id: id({ title: '文件' }),
    position: place,
    seconds: integer({ minimum: 0, maximum: notedSeconds, title: '上次以来播放的秒数' }),
  }),
  output: object({ seconds: integer({ minimum: 0, title: '累计播放的秒数' }) }),
  scope: null,
  idempotency: 'accepted',
  audit: 'change',
});

/** A part that is missing or bent makes an address nobody signed, which is answered like a file that is not there. */
const signedPart = optional(text());

export const fileContent = defineOperation({
  path: contentPath,
  method: 'GET',
  title: '读取文件内容',
  description: '地址由下载、预览、播放给出，60 秒内有效。',
  access: { kind: 'signed' },
  gives: 'stream',
  input: object({
    file: signedPart,
    use: optional(choice(fileUses)),
    session: signedPart,
    until: signedPart,
    sign: signedPart,
  }),
  output: json({ contentMediaType: 'application/octet-stream' }),
  scope: null,
  idempotency: 'none',
  audit: 'export',
});
