import { inTransaction } from '../db/connection/connect.ts';
import { revokeSession, revokeSessionsOf } from '../db/session-store.ts';
import { publishSessionEnd } from '../events/access-changes.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import type { Db } from '../kernel/database/db.ts';

/** Ends a session for a reason: the next request with its token is refused on every node, its open pages hear of it at once. */
export async function endSession(db: Db, sessionId: string, reason: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await revokeSession(transaction, sessionId, reason);
    await publishSessionEnd(sessionId, reason, transaction);
  });
}

/** Ends all sessions of a person but the one he calls from, in the transaction of what asks for it; answers how many. */
export async function endOtherSessions(
  db: Db,
  { staffId, sessionId }: Pick<Caller, 'staffId' | 'sessionId'>,
  reason: string,
): Promise<number> {
  return tell(await revokeSessionsOf(db, { staffId, keep: sessionId }, reason), reason, db);
}

/** Ends every session of a person, in the transaction of what asks for it; answers how many. */
export async function endSessionsOf(db: Db, staffId: string, reason: string): Promise<number> {
  return tell(await revokeSessionsOf(db, { staffId }, reason), reason, db);
}

async function tell(ended: readonly string[], reason: string, db: Db): Promise<number> {
  for (const id of ended) await publishSessionEnd(id, reason, db);
  return ended.length;
}
