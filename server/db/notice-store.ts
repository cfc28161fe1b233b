import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** A moment and who acts in it. */
type Author = { readonly staffId: string | null; readonly now: string };

/** Marks every unread notice of a person as read; answers how many there were. */
export async function readAllNotices(db: Db, staffId: string, now: string): Promise<number> {
  const result = await sql`update notification
    set stage = '0', updated_at = ${now}, updated_by = ${staffId}, version = version + 1
    where receiver_id = ${staffId} and status = '1' and stage = '1' and deleted_at is null`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Writes the same notice to everybody at work; answers to how many. */
export async function noticeToEverybody(
  db: Db,
  notice: { readonly type: string; readonly title: string; readonly content: string },
  { staffId, now }: Author,
): Promise<number> {
  const { type, title, content } = notice;
  const result = await sql`insert into notification
      (id, created_at, created_by, updated_at, updated_by, version, receiver_id, type, title, content, stage, status)
    select gen_random_uuid(), ${now}::timestamptz, ${staffId}::uuid, ${now}::timestamptz, ${staffId}::uuid, 1,
      p.id, ${type}, ${title}, ${content}, '1', '1'
    from staff p where p.deleted_at is null and p.status in ('active', 'leaving')`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** A published product update as a person finds it. */
export type StoredUpdate = {
  readonly id: string;
  readonly title: string;
  readonly platformName: string;
  readonly version: string;
  readonly publishTime: string;
  readonly content: string;
  /** `1` where it opens by itself and he has not looked at it yet. */
  readonly stage: '0' | '1';
};

/** The latest update that is published and due; undefined where there is none. */
export async function latestUpdate(db: Db, staffId: string, now: string): Promise<StoredUpdate | undefined> {
  const result = await sql<StoredUpdate>`select m.id, m.title, m.platform_name as "platformName",
      m.release_version as version, m.publish_time as "publishTime", m.content,
      case when m.stage = '1' and not exists (select 1 from update_read r
        where r.update_message_id = m.id and r.staff_id = ${staffId}) then '1' else '0' end as stage
    from update_message m
    where m.status = 'published' and m.deleted_at is null and m.publish_time <= ${now}::timestamptz
    order by m.publish_time desc, m.id desc limit 1`.execute(db);
  return result.rows[0];
}

/** Notes that a person has looked at a published update, once however often; answers whether there is such an update. */
export async function noteUpdateRead(
  db: Db,
  read: { readonly id: string; readonly updateId: string; readonly staffId: string; readonly now: string },
): Promise<boolean> {
  const { id, updateId, staffId, now } = read;
  const result = await sql<{ isThere: boolean }>`with message as (
      select id from update_message where id = ${updateId} and status = 'published' and deleted_at is null
    ), noted as (
      insert into update_read (id, created_at, created_by, update_message_id, staff_id)
      select ${id}, ${now}, ${staffId}, message.id, ${staffId} from message
      on conflict (update_message_id, staff_id) do nothing
    ) select exists (select 1 from message) as "isThere"`.execute(db);
  return result.rows[0]?.isThere === true;
}
