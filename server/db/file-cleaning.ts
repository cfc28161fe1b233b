import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/**
 * Marks files deleted that have expired, or that nothing took since a moment; answers the keys of their contents.
 * What refers to no record but still expires later (a finished export) waits for that.
 */
export async function forgetFiles(
  db: Db,
  now: string,
  untakenSince: string,
  limit: number,
): Promise<readonly string[]> {
  const result = await sql<{ key: string }>`
    update file_object set deleted_at = ${now}, version = version + 1
     where id in (select id from file_object where deleted_at is null
       and (expire_at <= ${now} or (expire_at is null and biz_id is null and created_at <= ${untakenSince}))
       order by id limit ${limit} for update skip locked)
    returning storage_key as key`.execute(db);
  return result.rows.map(({ key }) => key);
}

/** Which of these contents a live row, or a part of an upload, refers to. */
export async function keysInUse(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const result = await sql<{ key: string }>`select storage_key as key from file_object
    where storage_key = any(${[...keys]}) and deleted_at is null
    union all select storage_key from file_upload_part where storage_key = any(${[...keys]})`.execute(db);
  return new Set(result.rows.map(({ key }) => key));
}
