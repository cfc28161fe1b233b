import { inTransaction } from '../db/connection/connect.ts';
import { liveSessionsOf, staffOfSession } from '../db/session-store.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { idSchema, list, noInput, nullable, object, textSchema } from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import { idOf } from '../records/read/view.ts';
import { endOtherSessions, endSession } from './end-session.ts';

const own = { access: { kind: 'signedIn' }, scope: null, idempotency: 'none' } as const;

/** The devices somebody is signed in on: which they are, and ending one or all others. */
export const ownSessionOperations: readonly CallerOperation[] = [
  {
    ...own,
    path: '/v1/sys/session/my/query',
    title: '我的登录设备',
    description: '本人尚未结束的会话，新的在前，至多 100 个。',
    input: noInput,
    output: list(
      object({
        id: idSchema,
        ip: nullable(textSchema),
        userAgent: nullable(textSchema),
        createdAt: textSchema,
        expireAt: textSchema,
        isCurrent: { type: 'boolean', title: '发出请求的会话' },
      }),
    ),
    audit: 'read',
    run: async (_, { db, caller }) =>
      (await liveSessionsOf(db, caller.staffId)).map((session) => ({
        ...session,
        isCurrent: session.id === caller.sessionId,
      })),
  },
  {
    ...own,
    path: '/v1/sys/session/my/end',
    title: '退出一台设备',
    input: object({ id: idSchema }),
    output: object({ id: idSchema }),
    audit: 'session',
    run: endOwnSession,
  },
  {
    ...own,
    path: '/v1/sys/session/my/end/others',
    title: '退出其他设备',
    input: noInput,
    output: object({ ended: { type: 'integer', minimum: 0, title: '退出的设备数' } }),
    audit: 'session',
    run: async (_, { db, caller }) => ({
      ended: await inTransaction(db, (transaction) => endOtherSessions(transaction, caller, 'kick')),
    }),
  },
];

/** Somebody else's session answers like one that is not there. */
async function endOwnSession(body: Readonly<Record<string, unknown>>, { db, caller }: CallContext) {
  const id = idOf(body);
  if ((await staffOfSession(db, id)) !== caller.staffId) throw refuse('E_NOT_FOUND');
  await endSession(db, id, 'kick');
  return { id };
}
