import { CompiledQuery } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db } from '../../kernel/database/db.ts';
import { inTransaction } from '../connection/connect.ts';

/** Where the library keeps its tables, and the name of the one queue of turns. */
export const queueSchema = 'pgboss';
export const turnQueue = 'job_turn';

/** A turn at a job: which job, and the how-manieth turn of it. A turn that was given twice is told by its number. */
export type Turn = { readonly jobId: string; readonly number: number };

/** A turn handed to a worker, and how often it was before. */
export type Delivery = { readonly id: string; readonly turn: Turn; readonly repeats: number };

/** How long a turn may take before it is given to another worker as well. */
const usualLease = 10;
/** A turn is never given up by the queue; how often a step may fail is counted with the job. */
const neverGivenUp = 1_000_000;

const sending = {
  retryLimit: neverGivenUp,
  retryDelay: 1,
  retentionDays: 3650,
} as const;

/** The queue of turns, kept by the library in the product's own database: what is sent in a transaction is there when it commits. */
export class JobQueue {
  readonly #boss: PgBoss;

  constructor(
    db: Db,
    private readonly leaseSeconds = usualLease,
  ) {
    this.#boss = new PgBoss({
      db: adapterOf(db),
      schema: queueSchema,
      migrate: false,
      supervise: false,
      schedule: false,
    });
  }

  /** Puts a turn into the queue, in the transaction of what makes it due. */
  async send(turn: Turn, db: Db, delaySeconds = 0): Promise<void> {
    await this.#boss.send(turnQueue, turn, {
      ...sending,
      expireInSeconds: this.leaseSeconds,
      db: adapterOf(db),
      startAfter: delaySeconds,
    });
  }

  /** The next turn that is due, for this worker alone until its lease runs out. */
  async fetch(): Promise<Delivery | undefined> {
    const [job] = await this.#boss.fetch<Turn>(turnQueue, { batchSize: 1, includeMetadata: true });
    return job === undefined ? undefined : { id: job.id, turn: job.data, repeats: job.retryCount };
  }

  /** Takes a turn out of the queue, in the transaction of what it did. */
  async remove(delivery: Delivery, db: Db): Promise<void> {
    await this.#boss.deleteJob(turnQueue, delivery.id, { db: adapterOf(db) });
  }

  /** Gives a turn back, to be handed out again in a moment. */
  async giveBack(delivery: Delivery): Promise<void> {
    await this.#boss.fail(turnQueue, delivery.id);
  }

  /** Gives turns whose lease has run out to other workers. */
  async giveExpired(): Promise<void> {
    await this.#boss.expire();
  }
}

/** Runs what the library asks on a session of ours. */
function adapterOf(db: Db): PgBoss.Db {
  const run = async (session: Db, text: string, values: readonly unknown[]) => {
    const { rows } = await session.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows };
  };
  return {
    executeSql(text, values = []) {
      // A transaction of its own in one text would leave the session of the pool inside it when it fails.
      const own = /^\s*BEGIN;([\s\S]*)COMMIT;?\s*$/.exec(text)?.[1];
      return own === undefined ? run(db, text, values) : inTransaction(db, (inside) => run(inside, own, values));
    },
  };
}
