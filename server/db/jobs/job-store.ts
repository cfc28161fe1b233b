import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Where a job came from: what its steps need to act for its starter. */
export type JobOrigin = { readonly ip: string; readonly page: string | null; readonly requestId: string };

/** What the kernel keeps of a job while it lasts. */
export type StoredJob = {
  readonly jobId: string;
  readonly kind: string;
  /** Null for the server's own work. */
  readonly staffId: string | null;
  readonly origin: JobOrigin;
  readonly input: unknown;
  readonly state: unknown;
  readonly turn: number;
  /** Steps done; a worker that finds another number than it left has been overtaken. */
  readonly steps: number;
  /** Times the present step failed. */
  readonly failures: number;
};

/** How far a job is, as its row shows. */
export type JobProgress = { readonly done: number; readonly total: number | null };

/** How a job ended. */
export type JobEnd = {
  readonly status: 'done' | 'failed' | 'cancelled';
  readonly message: string;
  readonly errorCode?: string;
  readonly fileId?: string;
  readonly result?: Readonly<Record<string, unknown>>;
};

/** The jobs of one person are started and ended one after another, or two at once would both see a free place. */
export async function lockPerson(db: Db, staffId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`job of ${staffId ?? 'nobody'}`}, 0))`.execute(db);
}

export type NewJob = Pick<StoredJob, 'jobId' | 'kind' | 'staffId' | 'origin' | 'input' | 'state'> & {
  readonly once: string | null;
};

/** Keeps what a job needs, waiting to be let in. */
export async function insertState(db: Db, job: NewJob): Promise<void> {
  await sql`insert into job_state (job_id, kind, staff_id, origin, once, input, state)
    values (${job.jobId}, ${job.kind}, ${job.staffId}, ${JSON.stringify(job.origin)}::jsonb, ${job.once},
      ${JSON.stringify(job.input)}::jsonb, ${JSON.stringify(job.state)}::jsonb)`.execute(db);
}

/** A job of a person that is not over and was started with the same text. */
export async function findSame(
  db: Db,
  staffId: string | null,
  kind: string,
  once: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ jobId: string }>`select job_id as "jobId" from job_state
    where staff_id is not distinct from ${staffId} and kind = ${kind} and once = ${once} limit 1`.execute(db);
  return rows[0]?.jobId;
}

/** How many jobs of a person have a turn in the queue. */
export async function queuedJobs(db: Db, staffId: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from job_state
    where queued and staff_id is not distinct from ${staffId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Marks the oldest waiting job of a person as queued and answers it. */
export async function takeWaiting(db: Db, staffId: string | null): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`update job_state set queued = true where job_id = (
      select job_id from job_state where not queued and staff_id is not distinct from ${staffId}
      order by job_id limit 1 for update skip locked)
    returning ${columns}`.execute(db);
  return rows[0];
}

const columns = sql`job_id as "jobId", kind, staff_id as "staffId", origin, input, state, turn, steps, failures`;

/** Nobody sits in front of a job: it waits for rows that another works on as long as a statement may take. */
const lockPatience = '14s';

/** Holds a job for the rest of the transaction; `busy` while another worker does, undefined when it is over. */
export async function lockState(db: Db, jobId: string): Promise<StoredJob | 'busy' | undefined> {
  const { rows } = await sql<StoredJob>`select ${columns} from job_state where job_id = ${jobId}
    for update skip locked`.execute(db);
  if (rows[0] !== undefined) {
    await sql`select set_config('lock_timeout', ${lockPatience}, true)`.execute(db);
    return rows[0];
  }
  const known = await sql`select 1 from job_state where job_id = ${jobId}`.execute(db);
  return known.rows.length === 0 ? undefined : 'busy';
}

/** Keeps what a step left. */
export async function saveState(
  db: Db,
  jobId: string,
  left: Pick<StoredJob, 'state' | 'turn' | 'steps' | 'failures'>,
): Promise<void> {
  await sql`update job_state set state = ${JSON.stringify(left.state)}::jsonb, turn = ${left.turn},
    steps = ${left.steps}, failures = ${left.failures} where job_id = ${jobId}`.execute(db);
}

/** Forgets what a job needed. */
export async function removeState(db: Db, jobId: string): Promise<void> {
  await sql`delete from job_state where job_id = ${jobId}`.execute(db);
}

/** Whether somebody asked that a job stop; undefined when its row is gone. */
export async function isCancelled(db: Db, jobId: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ cancelled: boolean }>`select cancel_at is not null as cancelled
    from background_job where id = ${jobId} and deleted_at is null`.execute(db);
  return rows[0]?.cancelled;
}

/** Asks that a job stop; answers its kind, or undefined when it is over already. */
export async function requestCancel(db: Db, jobId: string, now: string): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string }>`update background_job set cancel_at = coalesce(cancel_at, ${now}),
      updated_at = ${now}, version = version + 1
    where id = ${jobId} and status in ('pending', 'running') returning kind`.execute(db);
  return rows[0]?.kind;
}

/** Whether a job waits outside the queue, because others of the same person come first. */
export async function isWaiting(db: Db, jobId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from job_state where job_id = ${jobId} and not queued for update`.execute(db);
  return rows.length > 0;
}

/** How many jobs of a person are not over. */
export async function jobsOf(db: Db, staffId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from job_state where staff_id = ${staffId}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** The row of a new job. */
export type NewRow = {
  readonly jobId: string;
  readonly kind: string;
  readonly title: string;
  readonly entity: string | null;
  readonly staffId: string | null;
  readonly requestId: string;
  readonly now: string;
};

/** Shows a new job, waiting. */
export async function showNew(db: Db, row: NewRow): Promise<void> {
  await sql`insert into background_job (id, kind, title, entity, status, done, request_id,
      created_at, created_by, updated_at, updated_by, version)
    values (${row.jobId}, ${row.kind}, ${row.title}, ${row.entity}, 'pending', 0, ${row.requestId.slice(0, 64)},
      ${row.now}, ${row.staffId}, ${row.now}, ${row.staffId}, 1)`.execute(db);
}

/** Shows how far a job is. */
export async function showProgress(db: Db, jobId: string, progress: JobProgress, now: string): Promise<void> {
  await sql`update background_job set status = 'running', done = ${progress.done}, total = ${progress.total},
      started_at = coalesce(started_at, ${now}), updated_at = ${now}, version = version + 1
    where id = ${jobId}`.execute(db);
}

/** Shows how a job ended. */
export async function showEnd(
  db: Db,
  jobId: string,
  end: JobEnd,
  progress: JobProgress | undefined,
  now: string,
): Promise<void> {
  await sql`update background_job set status = ${end.status}, message = ${end.message.slice(0, 500)},
      error_code = ${end.errorCode ?? null}, file_id = ${end.fileId ?? null},
      result = ${end.result === undefined ? null : JSON.stringify(end.result)}::jsonb,
      done = coalesce(${progress?.done ?? null}, done), total = coalesce(${progress?.total ?? null}, total),
      started_at = coalesce(started_at, ${now}), finished_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${jobId}`.execute(db);
}
