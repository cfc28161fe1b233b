import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** How many people have a role; those who have left count no more once they are deleted. */
export async function holdersOfRole(db: Db, roleId: string): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from staff
    where ${roleId}::uuid = any(role_ids) and deleted_at is null`.execute(db);
  return found.rows[0]?.n ?? 0;
}
