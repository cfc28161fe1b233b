import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** Most rows a person may export at once, by the most generous of his roles; undefined where none of them says. */
export async function exportLimitOf(db: Db, staffId: string): Promise<number | undefined> {
  const { rows } = await sql<{ limit: number | null }>`select max(r.export_limit) as limit
    from staff p join role r on r.id = any(p.role_ids) and r.enabled and r.deleted_at is null
    where p.id = ${staffId}`.execute(db);
  return rows[0]?.limit ?? undefined;
}
