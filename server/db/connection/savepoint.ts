import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';
import { type AtCommit, inTransaction } from './connect.ts';

/**
 * Runs the work in a transaction of its own; inside an open one between savepoints, so that work that fails is undone
 * and the transaction goes on.
 */
export async function inOwnTransaction<T>(
  db: Db,
  work: (transaction: Db, atCommit: AtCommit) => Promise<T>,
): Promise<T> {
  if (!db.isTransaction) return inTransaction(db, work);
  await sql`savepoint own`.execute(db);
  try {
    const result = await inTransaction(db, work);
    await sql`release savepoint own`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint own`.execute(db);
    await sql`release savepoint own`.execute(db);
    throw error;
  }
}
