import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** A schedule's due time; `timing` tells when it was changed. */
export type KeptSchedule = { readonly key: string; readonly timing: string; readonly dueAt: string };

/** Keeps when a schedule is first due; one that is there with the same timing stays as it is. */
export async function keepSchedule(db: Db, { key, timing, dueAt }: KeptSchedule): Promise<void> {
  await sql`insert into schedule_state as kept (key, timing, due_at) values (${key}, ${timing}, ${dueAt})
    on conflict (key) do update set timing = excluded.timing, due_at = excluded.due_at
      where kept.timing <> excluded.timing`.execute(db);
}

/** Those of the schedules that are due, for this transaction alone. */
export async function dueSchedules(db: Db, keys: readonly string[], now: string): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`select key from schedule_state
    where key = any(${[...keys]}) and due_at <= ${now} order by due_at, key for update skip locked`.execute(db);
  return rows.map(({ key }) => key);
}

/** Keeps when a schedule is due next, and its latest run. */
export async function setDue(db: Db, key: string, dueAt: string, jobId: string): Promise<void> {
  await sql`update schedule_state set due_at = ${dueAt}, job_id = ${jobId} where key = ${key}`.execute(db);
}

/** Notes that a schedule did a row on an occasion; false when it had done so before. */
export async function noteDone(db: Db, schedule: string, recordId: string, occasion: string): Promise<boolean> {
  const result = await sql`insert into schedule_done (schedule, record_id, occasion)
    values (${schedule}, ${recordId}, ${occasion}) on conflict do nothing`.execute(db);
  return result.numAffectedRows === 1n;
}
