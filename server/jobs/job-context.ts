import { isGranted } from '../../engine/model/access/index.ts';
import { callerOfStaff } from '../access/sessions.ts';
import { calendarInForce } from '../db/holiday-store.ts';
import type { StoredJob } from '../db/jobs/job-store.ts';
import { authorOf, type Caller, systemCaller } from '../kernel/caller/caller.ts';
import type { Db } from '../kernel/database/db.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { Platform } from '../kernel/operation/context.ts';
import type { JobContext, JobKind } from '../kernel/operation/job.ts';
import { callingPage } from '../operations/registry/registry.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';

/** The context of a step: its starter as he is just now. Refused when he may not do this any more. */
export async function stepContext(
  job: StoredJob,
  kind: JobKind<unknown, unknown>,
  platform: Platform,
  db: Db,
): Promise<JobContext<unknown>> {
  const { documents } = platform;
  const caller =
    job.staffId === null ? systemCaller : await callerOfStaff({ db, documents }, job.staffId, job.origin.ip);
  const wanted = kind.permission?.(job.input);
  if (wanted !== undefined && !isGranted(caller.grants, wanted)) throw refuse('E_NO_PERMISSION', { expected: wanted });
  const page = callingPage(job.origin.page ?? undefined, documents, { caller });
  return { ...(await contextOf(job, caller, platform, db)), page };
}

/** The context for tidying up: it is the server's own work, whoever started the job. */
export function tidyingContext(job: StoredJob, platform: Platform, db: Db): Promise<JobContext<unknown>> {
  return contextOf(job, systemCaller, platform, db);
}

async function contextOf(job: StoredJob, caller: Caller, platform: Platform, db: Db): Promise<JobContext<unknown>> {
  const now = new Date().toISOString();
  const inside = { ...platform, db };
  return {
    ...inside,
    caller,
    page: undefined,
    now,
    calendar: await calendarInForce(inside),
    requestId: job.origin.requestId,
    idempotencyKey: undefined,
    records: new SqlRecordStore(inside, { staffId: authorOf(caller), now }),
    jobId: job.jobId,
    input: job.input,
  };
}
