import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Ids of calls begun before a moment that still have a recording, held; one that somebody changes just now waits. */
export async function recordedBefore(db: Db, moment: string, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from call_record
    where recording_id is not null and deleted_at is null and started_at <= ${moment}
    order by started_at, id limit ${limit} for no key update skip locked`.execute(db);
  return rows.map(({ id }) => id);
}
