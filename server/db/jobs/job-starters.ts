import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Who started jobs, by the id of the job; of those that a person started himself, and of the server's, nothing. */
export async function namesOfOtherStarters(
  db: Db,
  ids: readonly string[],
  staffId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select j.id, s.name from background_job j
    join staff s on s.id = j.created_by where j.id = any(${ids}::uuid[]) and j.created_by <> ${staffId}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
