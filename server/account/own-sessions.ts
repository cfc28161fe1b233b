import { endMyOtherSessions, endMySession, mySessions } from '../../contract/own-sessions.ts';
import { inTransaction } from '../db/connection/connect.ts';
import { liveSessionsOf, staffOfSession } from '../db/session-store.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { endOtherSessions, endSession } from './end-session.ts';

/** The devices somebody is signed in on: which they are, and ending one or all others. */
export const ownSessionOperations: readonly CallerOperation[] = [
  implement(mySessions, async (_, { db, caller }) =>
    (await liveSessionsOf(db, caller.staffId)).map((session) => ({
      ...session,
      isCurrent: session.id === caller.sessionId,
    })),
  ),
  implement(endMySession, async ({ id }, { db, caller }) => {
    // Somebody else's session answers like one that is not there.
    if ((await staffOfSession(db, id)) !== caller.staffId) throw refuse('E_NOT_FOUND');
    await endSession(db, id, 'kick');
    return { id };
  }),
  implement(endMyOtherSessions, async (_, { db, caller }) => ({
    ended: await inTransaction(db, (transaction) => endOtherSessions(transaction, caller, 'kick')),
  })),
];
