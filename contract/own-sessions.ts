import { defineOperation } from './definition/operation.ts';
import { bool, id, integer, list, noInput, nullable, object, text } from './definition/schema.ts';

const own = { access: { kind: 'signedIn' }, scope: null, idempotency: 'none' } as const;

/** The devices the caller is signed in on. */
export const mySessions = defineOperation({
  ...own,
  path: '/v1/sys/session/my/query',
  title: '我的登录设备',
  description: '本人尚未结束的会话，新的在前，至多 100 个。',
  input: noInput,
  output: list(
    object({
      id: id(),
      ip: nullable(text()),
      device: nullable(text()),
      createdAt: text(),
      expireAt: text(),
      isCurrent: bool({ title: '发出请求的会话' }),
    }),
  ),
  audit: 'read',
});

export const endMySession = defineOperation({
  ...own,
  path: '/v1/sys/session/my/end',
  title: '退出一台设备',
  input: object({ id: id() }),
  output: object({ id: id() }),
  audit: 'session',
});

export const endMyOtherSessions = defineOperation({
  ...own,
  path: '/v1/sys/session/my/end/others',
  title: '退出其他设备',
  input: noInput,
  output: object({ ended: integer({ minimum: 0, title: '退出的设备数' }) }),
  audit: 'session',
});
