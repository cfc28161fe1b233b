import { inTransaction, type Session } from '../db/connect.ts';
import { revokeSession } from '../db/session-store.ts';
import { publishSessionEnd } from '../events/access-changes.ts';

/** Ends a session for a reason: the next request with its token is refused on every node, its open pages hear of it at once. */
export async function endSession(db: Session, sessionId: string, reason: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await revokeSession(transaction, sessionId, reason);
    await publishSessionEnd(sessionId, reason, transaction);
  });
}
