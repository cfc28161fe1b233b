import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/**
 * Whether somebody active holds every permission, counted by one transaction after the other: whoever asks holds the
 * others back until his own ends, so that of two who take away the last two administrators one sees the other's change.
 * `besides` is somebody who does not count.
 */
export async function hasAdministrator(db: Db, besides: string | null = null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db);
  const found = await sql<{ left: boolean }>`select exists (
      select 1 from staff p join role r on r.id = any(p.role_ids)
      where p.deleted_at is null and p.status = 'active' and p.id is distinct from ${besides}::uuid
        and r.deleted_at is null and r.enabled and r.permissions @> '["*"]'
    ) as left`.execute(db);
  return found.rows[0]?.left === true;
}

/** Those at work who hold every permission, at most a hundred. */
export async function administratorsAtWork(db: Db): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`select p.id from staff p
    where p.deleted_at is null and p.status in ('active', 'leaving') and exists (select from role r
      where r.id = any(p.role_ids) and r.deleted_at is null and r.enabled and r.permissions @> '["*"]')
    order by p.created_at limit 100`.execute(db);
  return found.rows.map(({ id }) => id);
}
