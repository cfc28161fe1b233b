import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Rows removed at a time, so that nothing waits behind it for long. */
export const atOnce = 5000;

/** Forgets answers kept for repeated requests: nobody repeats one after two days. Answers how many. */
export async function forgetKeys(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from idempotency_key where ctid = any(array(
    select ctid from idempotency_key where created_at < now() - interval '2 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets failures to sign in that no longer delay anybody. */
export async function forgetAttempts(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from sign_in_attempt where ctid = any(array(
    select ctid from sign_in_attempt where last_at < now() - interval '2 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets lookups of masked values that no quota counts any more; what was looked up stays in the operation log. */
export async function forgetLookups(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from masked_lookup where ctid = any(array(
    select ctid from masked_lookup where taken_at < now() - interval '2 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets how much was uploaded on days that are over. */
export async function forgetUploads(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from upload_use where ctid = any(array(
    select ctid from upload_use where day < current_date - 2 limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets sessions that ended a month ago. */
export async function forgetSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from login_session where id = any(array(
    select id from login_session where expire_at < now() - interval '30 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets jobs that are over: those of the server's own after three days, those of people after ninety. */
export async function forgetJobs(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from background_job where id = any(array(
    select id from background_job where finished_at < now() - interval '3 days'
      and (created_by is null or finished_at < now() - interval '90 days')
      and not exists (select from bulk_row where job_id = background_job.id) limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets the rows of bulk work a day before the work itself is forgotten: rows cannot outlive their job. */
export async function forgetBulkRows(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from bulk_row where id = any(array(
    select line.id from bulk_row as line join background_job as job on job.id = line.job_id
    where job.finished_at < now() - interval '89 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets messages that were delivered a month ago; those given up stay until somebody looks after them. */
export async function forgetMessages(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from outbox_message where id = any(array(
    select id from outbox_message where delivered_at < now() - interval '30 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets what the content policy has not stopped for a month. */
export async function forgetReports(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from csp_report where id = any(array(
    select id from csp_report where last_at < now() - interval '30 days' limit ${atOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Forgets that schedules did rows which are gone; a row that stays must not be done again, however old that is. */
export async function forgetOccasions(db: Db, schedule: string, entity: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from schedule_done where ctid = any(array(
    select done.ctid from schedule_done as done left join ${sql.table(entity)} as record on record.id = done.record_id
    where done.schedule = ${schedule} and (record.id is null or record.deleted_at is not null) limit ${atOnce}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
