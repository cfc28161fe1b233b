import type { ErrorEntry } from './error-entry.ts';

/** Errors of requests as such. */
export const requestErrors = {
  E_BODY_UNREADABLE: {
    envelope: '1',
    http: 400,
    zh: '请求内容无法读取',
    en: 'the body cannot be read',
    next: '以 JSON 发送。',
  },
  E_PATH_UNKNOWN: {
    envelope: '1',
    http: 404,
    zh: '没有这个接口：{got}',
    en: 'no such path: {got}',
    next: '检查接口路径。',
  },
  E_METHOD: {
    envelope: '1',
    http: 405,
    zh: '该接口只接受 {expected}',
    en: 'this path takes {expected} only',
    next: '改用 POST。',
  },
  E_BODY_TOO_LARGE: { envelope: '1', http: 413, zh: '请求内容过大', en: 'the body is too large', next: '缩小请求。' },
  E_BODY_TOO_MANY: {
    envelope: '1',
    http: 413,
    zh: '请求内容的项目过多，至多 {expected} 个',
    en: 'the body holds too many elements, at most {expected}',
    next: '分几次发送。',
  },
  E_CONTENT_TYPE: {
    envelope: '1',
    http: 415,
    zh: '请求内容应为 {expected}',
    en: 'the content type should be {expected}',
    next: '设置 Content-Type。',
  },
} as const satisfies Record<string, ErrorEntry>;
