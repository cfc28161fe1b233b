import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** How many masked values of each kind a person was shown in clear since a moment. */
export async function revealsSince(db: Db, staffId: string, moment: string): Promise<ReadonlyMap<string, number>> {
  const found = await sql<{ mask: string; n: number }>`select mask, count(*)::int as n from reveal_log
    where staff_id = ${staffId} and created_at >= ${moment}::timestamptz group by mask`.execute(db);
  return new Map(found.rows.map(({ mask, n }) => [mask, n]));
}
