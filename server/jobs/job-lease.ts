import { inTransaction } from '../db/connection/connect.ts';
import type { Delivery, JobQueue } from '../db/jobs/job-queue.ts';
import { isCancelled, lockState, type StoredJob, saveState, showProgress } from '../db/jobs/job-store.ts';
import type { Db } from '../kernel/database/db.ts';
import { refuse } from '../kernel/errors/app-error.ts';
import type { Platform } from '../kernel/operation/context.ts';
import type { JobStep, UndoCall } from '../kernel/operation/job.ts';
import type { JobKinds } from '../kernel/operation/job-kinds.ts';
import { enforceRules } from '../records/change/enforce-rules.ts';
import { stepContext, tidyingContext } from './job-context.ts';
import { delayAfter, isDatabaseAway, isPassing, maxFailures, refusalOf } from './job-failure.ts';
import type { JobService } from './job-service.ts';

/** What a turn works with. */
export type TurnTools = {
  readonly platform: Platform;
  readonly kinds: JobKinds;
  readonly queue: JobQueue;
  readonly jobs: JobService;
  /** Told what went wrong beyond refusals, with the job it happened to. */
  readonly onFault: (error: unknown, job: Readonly<Record<string, unknown>>) => void;
  /** Whether the node is about to stop: then a turn ends after its step. */
  readonly isStopping: () => boolean;
};

/** How long a turn goes on before other jobs get theirs. */
const turnMs = 3000;
/** A turn that came back so often without a step getting done takes its node down with it, or never ends. */
const maxRepeats = 60;

type Outcome = 'on' | 'over';

/**
 * One turn at a job: step after step, each in a transaction of its own together with the state it leaves, until the
 * turn is used up. The lock on the job's state decides who works, its counts whether somebody else has gone on
 * meanwhile; so a turn handed out twice does nothing twice.
 */
export class JobLease {
  #job: StoredJob | undefined;
  /** Steps that must have been done when the next begins, once this turn did one. */
  #expected: number | undefined;
  readonly #endsAt = Date.now() + turnMs;

  constructor(
    private readonly delivery: Delivery,
    private readonly tools: TurnTools,
  ) {}

  /** Takes the turn; faults are written down with the job. */
  async take(): Promise<void> {
    try {
      while ((await this.#step()) === 'on') this.#expected = (this.#job?.steps ?? 0) + 1;
    } catch (error) {
      await this.#fail(error);
    }
  }

  #step(): Promise<Outcome> {
    return inTransaction(this.tools.platform.db, async (db) => {
      const job = await this.#held(db);
      if (job === undefined) return 'over';
      this.#job = job;
      const kind = this.tools.kinds.get(job.kind);
      if (kind === undefined) {
        // A newer node knows it.
        await this.tools.queue.giveBack(this.delivery, db);
        return 'over';
      }
      if (this.delivery.repeats > maxRepeats) throw refuse('E_JOB_FAILED');
      if ((await isCancelled(db, job.jobId)) !== false) {
        await this.#end(db, job, { status: 'cancelled', message: '已取消' });
        return 'over';
      }
      const context = await stepContext(job, kind, this.tools.platform, db);
      const step = await kind.step(job.state, context);
      await enforceRules(context);
      return this.#leave(db, { ...job, state: step.state }, step);
    });
  }

  /** The job, held for this transaction; undefined where there is nothing to do for this turn. */
  async #held(db: Db): Promise<StoredJob | undefined> {
    const job = await lockState(db, this.delivery.turn.jobId);
    // Whoever holds it may be about to die: then the turn is due again when its lease runs out.
    if (job === 'busy' || job === undefined) return undefined;
    // Overtaken: the turn is over, or somebody else works on it.
    if (job.turn !== this.delivery.turn.number) return undefined;
    if (this.#expected !== undefined && job.steps !== this.#expected) return undefined;
    return job;
  }

  /** Keeps what a step left and says whether the turn goes on. */
  async #leave(db: Db, job: StoredJob, step: JobStep<unknown>): Promise<Outcome> {
    const { queue, jobs } = this.tools;
    const { done, total, finished } = step;
    const now = new Date().toISOString();
    if (finished !== undefined) {
      const { fileId, message, facts } = finished;
      const undo = await this.#undo(db, job);
      await jobs.close(
        db,
        job,
        {
          status: 'done',
          message,
          ...(fileId === undefined ? {} : { fileId }),
          ...(facts === undefined && undo === undefined ? {} : { result: { ...facts, ...undo } }),
        },
        now,
        { done, total },
      );
      return 'over';
    }
    const goesOn = Date.now() < this.#endsAt && !this.tools.isStopping();
    const turn = goesOn ? job.turn : job.turn + 1;
    await saveState(db, job.jobId, { state: step.state, turn, steps: job.steps + 1, failures: 0 });
    await showProgress(db, job.jobId, { done, total }, now);
    await jobs.tellProgress(db, job, { done, total });
    if (goesOn) return 'on';
    await queue.send(job.jobId, db);
    return 'over';
  }

  async #end(db: Db, job: StoredJob, end: Parameters<JobService['close']>[2]): Promise<void> {
    const { jobs, platform, onFault } = this.tools;
    const kind = this.tools.kinds.get(job.kind);
    await kind?.discard?.(job.state, await tidyingContext(job, platform, db)).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      onFault(error, { jobId: job.jobId, kind: job.kind, what: 'discard' });
    });
    const undo = await this.#undo(db, job);
    const result = end.result === undefined && undo === undefined ? {} : { result: { ...end.result, ...undo } };
    await jobs.close(db, job, { ...end, ...result }, new Date().toISOString());
  }

  /** How what the job has written can be taken back, for its result. */
  async #undo(db: Db, job: StoredJob): Promise<{ readonly undo: UndoCall } | undefined> {
    const { kinds, platform } = this.tools;
    const undo = await kinds.get(job.kind)?.undo?.(job.state, await tidyingContext(job, platform, db));
    return undo === undefined ? undefined : { undo };
  }

  /** Writes a failure down: a later try, or the end of the job. */
  async #fail(error: unknown): Promise<void> {
    const { queue, onFault, platform } = this.tools;
    const began = this.#job;
    const known = { jobId: this.delivery.turn.jobId, kind: began?.kind, requestId: began?.origin.requestId };
    const refusal = refusalOf(error);
    if (refusal !== error) onFault(error, known);
    try {
      if (isDatabaseAway(error) || began === undefined) return await queue.giveBack(this.delivery, platform.db);
      await inTransaction(platform.db, async (db) => {
        const job = await lockState(db, began.jobId);
        // Somebody else has gone on meanwhile: it is no failure of the job.
        if (job === undefined || job === 'busy' || job.steps !== began.steps || job.turn !== began.turn) return;
        const failures = job.failures + 1;
        if (isPassing(error) && failures < maxFailures) {
          const turn = job.turn + 1;
          await saveState(db, job.jobId, { ...job, turn, failures });
          await queue.send(job.jobId, db, delayAfter(failures));
          return;
        }
        const { code, message, detail } = refusal;
        const result = { error: { code, requestId: job.origin.requestId, ...detail } };
        await this.#end(db, job, { status: 'failed', message, errorCode: code, result });
      });
    } catch (later) {
      // It cannot even be written down: the lease of the turn runs out, and another worker tries.
      onFault(later, known);
    }
  }
}
