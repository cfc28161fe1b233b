import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '../kernel/database/db.ts';
import { prepared } from './connection/prepared.ts';

/** The channel on which a commit with events wakes every node; its messages carry nothing. */
export const eventChannel = 'server_event';

/** An event to be written: who shall hear of what. */
export type NewEvent = {
  readonly topic: string;
  /** The one person it concerns; null for everybody. */
  readonly staffId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Writes an event in the transaction of what it tells; nobody hears of it before the commit. */
export function insertEvent(db: Db, event: NewEvent): Promise<void> {
  return insertEvents(db, [event]);
}

/** Writes several events with one statement. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(() => uuid());
  const topics = events.map(({ topic }) => topic);
  const staffIds = events.map(({ staffId }) => staffId);
  const data = events.map((event) => JSON.stringify(event.data));
  await sql`${prepared}with told as (
      insert into server_event (id, topic, staff_id, data)
      select * from unnest(${ids}::uuid[], ${topics}::text[], ${staffIds}::uuid[], ${data}::jsonb[])
    ) select pg_notify(${eventChannel}, '') as woken`.execute(db);
}

/** Writes one event for each person who holds a role. */
export async function insertEventForHolders(db: Db, roleId: string, event: Omit<NewEvent, 'staffId'>): Promise<void> {
  await sql`insert into server_event (id, topic, staff_id, data)
    select gen_random_uuid(), ${event.topic}, p.id, ${JSON.stringify(event.data)}::jsonb
    from staff p where ${roleId}::uuid = any(p.role_ids) and p.deleted_at is null`.execute(db);
  await sql`select pg_notify(${eventChannel}, '')`.execute(db);
}

/** Writes one event for each person whom a masking policy is about. */
export async function insertEventForMasked(db: Db, policyId: string, event: Omit<NewEvent, 'staffId'>): Promise<void> {
  await sql`insert into server_event (id, topic, staff_id, data)
    select gen_random_uuid(), ${event.topic}, p.id, ${JSON.stringify(event.data)}::jsonb
    from masking_policy m left join department within on within.id = m.department_id
      join staff p on p.deleted_at is null and case m.target_type when 'staff' then p.id = m.staff_id
        when 'role' then m.role_id = any(p.role_ids)
        else exists(select 1 from department d where d.id = p.department_id and d.path like within.path || '%') end
    where m.id = ${policyId}`.execute(db);
  await sql`select pg_notify(${eventChannel}, '')`.execute(db);
}

/** Removes events that no reader may ask for any more, a bounded number at a time; answers how many. */
export async function purgeEvents(db: Db, keptHours: number): Promise<number> {
  const result = await sql`delete from server_event where id in (
    select id from server_event where created_at < now() - make_interval(hours => ${keptHours})
    order by id limit 10000)`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
