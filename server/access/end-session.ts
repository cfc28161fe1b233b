import { inTransaction, type Session } from '../db/connect.ts';
import { revokeOtherSessions, revokeSession } from '../db/session-store.ts';
import { publishSessionEnd } from '../events/access-changes.ts';
import type { Caller } from './caller.ts';

/** Ends a session for a reason: the next request with its token is refused on every node, its open pages hear of it at once. */
export async function endSession(db: Session, sessionId: string, reason: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await revokeSession(transaction, sessionId, reason);
    await publishSessionEnd(sessionId, reason, transaction);
  });
}

/** Ends all sessions of a person but the one he calls from, in the transaction of what asks for it. */
export async function endOtherSessions(
  db: Session,
  { staffId, sessionId }: Pick<Caller, 'staffId' | 'sessionId'>,
  reason: string,
): Promise<void> {
  for (const id of await revokeOtherSessions(db, { staffId, sessionId }, reason))
    await publishSessionEnd(id, reason, db);
}
