import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** A person's Shanghai day of uploads, `YYYY-MM-DD`. */
export type UploadDay = { readonly staffId: string; readonly day: string };

/** Counts bytes as uploaded unless that would be more than `most` of the day, in one statement for all nodes; answers whether it did. */
export async function takeBytes(db: Db, { staffId, day }: UploadDay, bytes: number, most: number): Promise<boolean> {
  const { rows } = await sql`insert into upload_use (staff_id, day, bytes)
    select ${staffId}, ${day}, ${bytes} where ${bytes}::bigint <= ${most}::bigint
    on conflict (staff_id, day) do update set bytes = upload_use.bytes + excluded.bytes
      where upload_use.bytes + excluded.bytes <= ${most} returning bytes`.execute(db);
  return rows.length > 0;
}

/** Gives back bytes that were taken ahead and did not come. */
export async function giveBackBytes(db: Db, { staffId, day }: UploadDay, bytes: number): Promise<void> {
  await sql`update upload_use set bytes = bytes - ${bytes} where staff_id = ${staffId} and day = ${day}`.execute(db);
}

/** Bytes counted for the day so far. */
export async function usedBytes(db: Db, { staffId, day }: UploadDay): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select bytes from upload_use
    where staff_id = ${staffId} and day = ${day}`.execute(db);
  return rows[0]?.bytes ?? 0;
}
