import { v7 as uuid } from 'uuid';
import { inTransaction } from '../db/connection/connect.ts';
import type { JobQueue } from '../db/jobs/job-queue.ts';
import {
  findSame,
  insertState,
  isWaiting,
  type JobEnd,
  type JobProgress,
  jobsOf,
  lockPerson,
  queuedJobs,
  removeState,
  requestCancel,
  showEnd,
  showNew,
  takeWaiting,
} from '../db/jobs/job-store.ts';
import { publish } from '../events/events.ts';
import { authorOf } from '../kernel/caller/caller.ts';
import type { Db } from '../kernel/database/db.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { JobKinds } from '../kernel/operation/job-kinds.ts';
import type { JobStarter, JobSubject, Jobs, StartedJob } from '../kernel/services/jobs.ts';

/** Jobs of one person that take turns at a time; more of them wait, so that nobody else does. */
const maxQueued = 2;
/** Jobs a person may have that are not over. */
const maxUnfinished = 200;

/** Takes jobs in, lets those of one person in few at a time, and closes them. */
export class JobService implements Jobs {
  constructor(
    private readonly kinds: JobKinds,
    private readonly queue: JobQueue,
  ) {}

  async start<Input>(kind: string, input: Input, context: JobStarter, subject: JobSubject = {}): Promise<StartedJob> {
    const known = this.kinds.get(kind);
    if (known === undefined) throw new TypeError(`no kind of job ${kind}`);
    const { caller, now, requestId } = context;
    const jobId = uuid();
    const staffId = authorOf(caller);
    const title = (subject.title ?? known.title).slice(0, 200);
    return inTransaction(context.db, async (db) => {
      await lockPerson(db, staffId);
      const same = subject.once === undefined ? undefined : await findSame(db, staffId, kind, subject.once);
      if (same !== undefined) return { jobId: same, isNew: false };
      if (staffId !== null && (await jobsOf(db, staffId)) >= maxUnfinished)
        throw refuse('E_JOB_WAITING', { max: maxUnfinished });
      await showNew(db, { jobId, kind, title, entity: subject.entity ?? null, staffId, requestId, now });
      const origin = { ip: caller.ip, page: context.page?.name ?? null, requestId };
      await insertState(db, {
        jobId,
        kind,
        staffId,
        origin,
        input,
        state: known.begin(input),
        once: subject.once ?? null,
      });
      await this.#letIn(db, staffId);
      await this.#tell(db, staffId, { id: jobId, kind, status: 'pending', done: 0, total: null });
      return { jobId, isNew: true };
    });
  }

  /** Closes a job in the transaction of its last step, and lets the next of the same person in. */
  async close(
    db: Db,
    job: { readonly jobId: string; readonly kind: string; readonly staffId: string | null },
    end: JobEnd,
    now: string,
    progress?: JobProgress,
  ): Promise<void> {
    const { jobId: id, kind, staffId } = job;
    await lockPerson(db, staffId);
    await showEnd(db, id, end, progress, now);
    await removeState(db, id);
    await this.#letIn(db, staffId);
    await this.#tell(db, staffId, {
      id,
      kind,
      status: end.status,
      message: end.message,
      fileId: end.fileId ?? null,
      ...progress,
    });
  }

  /** Asks a job to stop: one that waits is over at once, one that runs stops before its next step. */
  async cancel(db: Db, jobId: string, staffId: string | null, now: string): Promise<void> {
    await inTransaction(db, async (inside) => {
      await lockPerson(inside, staffId);
      const kind = await requestCancel(inside, jobId, now);
      if (kind === undefined) throw refuse('E_JOB_OVER');
      if (await isWaiting(inside, jobId))
        await this.close(inside, { jobId, kind, staffId }, { status: 'cancelled', message: '已取消' }, now);
    });
  }

  /** Shows a person on his open pages how far his job is. */
  async tellProgress(
    db: Db,
    job: { readonly jobId: string; readonly kind: string; readonly staffId: string | null },
    { done, total }: JobProgress,
  ): Promise<void> {
    await this.#tell(db, job.staffId, { id: job.jobId, kind: job.kind, status: 'running', done, total });
  }

  async #letIn(db: Db, staffId: string | null): Promise<void> {
    if (staffId !== null && (await queuedJobs(db, staffId)) >= maxQueued) return;
    const next = await takeWaiting(db, staffId);
    if (next !== undefined) await this.queue.send(next.jobId, db);
  }

  async #tell(db: Db, staffId: string | null, data: Readonly<Record<string, unknown>>): Promise<void> {
    if (staffId !== null) await publish({ topic: 'job', staffId, data }, db);
  }
}
