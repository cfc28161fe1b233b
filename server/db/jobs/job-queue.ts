import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** A turn at a job: which job, and the how-manieth turn of it. A turn that was given twice is told by its number. */
export type Turn = { readonly jobId: string; readonly number: number };

/** A turn handed to a worker, and how often it came back before. */
export type Delivery = { readonly turn: Turn; readonly repeats: number };

/** Seconds a turn may take before it is given to another worker as well. */
const usualLease = 10;
/** Seconds until a turn that was given back is handed out again. */
const pauseSeconds = 1;

/**
 * The queue of turns: the rows of `job_state` that were let in, by when they are due. Whoever is handed one has it on
 * lease; a worker that works holds the row itself, so that no lease of his runs out under his hands.
 */
export class JobQueue {
  constructor(
    private readonly db: Db,
    private readonly leaseSeconds = usualLease,
  ) {}

  /** Makes a job's next turn due, in the transaction of what makes it so; it goes behind all that is due before. */
  async send(jobId: string, db: Db, delaySeconds = 0): Promise<void> {
    await sql`update job_state set due_at = clock_timestamp() + make_interval(secs => ${delaySeconds}),
      leased_until = null, repeats = 0 where job_id = ${jobId}`.execute(db);
  }

  /** The turn that is due for longest, for this worker alone until its lease runs out. */
  async fetch(): Promise<Delivery | undefined> {
    const { rows } = await sql<{ jobId: string; turn: number; repeats: number }>`
      update job_state set leased_until = clock_timestamp() + make_interval(secs => ${this.leaseSeconds}),
        repeats = repeats + (leased_until is not null)::integer
      where job_id = (
        select job_id from job_state
        where queued and due_at <= clock_timestamp()
          and (leased_until is null or leased_until <= clock_timestamp())
        order by due_at, job_id limit 1 for update skip locked)
      returning job_id as "jobId", turn, repeats`.execute(this.db);
    const [row] = rows;
    return row === undefined ? undefined : { turn: { jobId: row.jobId, number: row.turn }, repeats: row.repeats };
  }

  /** Gives a turn back, to be handed out again in a moment; nothing where the job has gone on meanwhile. */
  async giveBack({ turn }: Delivery, db: Db): Promise<void> {
    await sql`update job_state set due_at = clock_timestamp() + make_interval(secs => ${pauseSeconds}),
      leased_until = null, repeats = repeats + 1
      where job_id = ${turn.jobId} and turn = ${turn.number}`.execute(db);
  }
}
