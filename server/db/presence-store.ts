import { sql } from 'kysely';
import { presenceSeconds } from '../../engine/model/wire/index.ts';
import type { Db } from '../kernel/database/db.ts';

/** A record that a person has open in a window, or changes there. */
export type Presence = {
  /** Of the window, chosen by it. */
  readonly place: string;
  readonly staffId: string;
  readonly entity: string;
  readonly recordId: string;
  readonly isEditing: boolean;
};

/** Somebody at a record, in one window or several. */
export type Present = { readonly staffId: string; readonly isEditing: boolean };

const heard = sql`seen_at > clock_timestamp() - make_interval(secs => ${sql.lit(presenceSeconds)})`;

/** Notes that a person is at a record; answers whether that is news. The window of another one stays his. */
export async function noteAt(db: Db, { place, staffId, entity, recordId, isEditing }: Presence): Promise<boolean> {
  const { rows } = await sql<{ readonly news: boolean }>`
    with before as (select from record_presence where id = ${place} and staff_id = ${staffId} and entity = ${entity}
        and record_id = ${recordId} and is_editing = ${isEditing} and ${heard}),
      noted as (insert into record_presence (id, staff_id, entity, record_id, is_editing, seen_at)
        values (${place}, ${staffId}, ${entity}, ${recordId}, ${isEditing}, clock_timestamp())
        on conflict (id) do update set entity = excluded.entity, record_id = excluded.record_id,
          is_editing = excluded.is_editing, seen_at = excluded.seen_at
        where record_presence.staff_id = excluded.staff_id returning 1)
    select exists(select from noted) and not exists(select from before) as news`.execute(db);
  return rows[0]?.news === true;
}

/** Forgets a window of a person; answers the record it was at. */
export async function leaveAt(
  db: Db,
  place: string,
  staffId: string,
): Promise<Pick<Presence, 'entity' | 'recordId'> | undefined> {
  const { rows } = await sql<{ readonly entity: string; readonly recordId: string }>`
    delete from record_presence where id = ${place} and staff_id = ${staffId}
    returning entity, record_id as "recordId"`.execute(db);
  return rows[0];
}

/** Who else is at a record, those first who came first. */
export async function othersAt(
  db: Db,
  { entity, recordId, staffId }: Pick<Presence, 'entity' | 'recordId' | 'staffId'>,
  limit: number,
): Promise<readonly Present[]> {
  const { rows } = await sql<Present>`
    select staff_id as "staffId", bool_or(is_editing) as "isEditing" from record_presence
    where entity = ${entity} and record_id = ${recordId} and staff_id <> ${staffId} and ${heard}
    group by staff_id order by staff_id limit ${limit}`.execute(db);
  return rows;
}

/** Forgets those who were not heard of; answers how many. Many nodes do so at once. */
export async function forgetPresence(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from record_presence where id = any(array(
    select id from record_presence where not (${heard}) limit 5000 for update skip locked))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
