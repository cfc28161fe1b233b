import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** Longest that a moment is made up for when no node was there at its time. */
const madeUpFor = sql`interval '1 day'`;

/** Masking policies that have begun or ended and of which that has not been told; they are noted as told. */
export async function beganOrEnded(db: Db, schedule: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    with noted as (
      insert into schedule_done (schedule, record_id, occasion)
      select ${schedule}, m.id, at.edge || ' ' || at.moment
      from masking_policy m, lateral (values ('begin', m.effective_from), ('end', m.effective_to)) as at (edge, moment)
      where m.enabled and m.deleted_at is null and at.moment <= now() and at.moment > now() - ${madeUpFor}
      on conflict do nothing returning record_id)
    select distinct record_id as id from noted`.execute(db);
  return rows.map(({ id }) => id);
}
