import { inTransaction } from '../db/connection/connect.ts';
import { dueSchedules, keepSchedule, setDue } from '../db/jobs/schedule-store.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import type { Db } from '../kernel/database/db.ts';
import type { Schedule } from '../kernel/operation/schedule.ts';
import type { Jobs } from '../kernel/services/jobs.ts';
import { nextTime } from './cron-times.ts';

export type ScheduleClockOptions = {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly schedules: ReadonlyMap<string, Schedule>;
  readonly onFault: (error: unknown, facts: Readonly<Record<string, unknown>>) => void;
  /** Milliseconds between two looks; ten seconds unless told. */
  readonly every?: number;
  /** The present moment, for tests. */
  readonly now?: () => Date;
};

/**
 * Starts the runs of schedules when they are due. The due times stand in the database: of many nodes one starts a run,
 * and what fell due while none was there is made up for once.
 */
export class ScheduleClock {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isKept = false;

  constructor(private readonly options: ScheduleClockOptions) {}

  /** Begins. */
  start(): void {
    const look = () => {
      this.#looking = this.#looking
        .then(() => this.look())
        .catch((error: unknown) => this.options.onFault(error, { what: 'schedules' }));
    };
    look();
    this.#timer = setInterval(look, this.options.every ?? 10_000);
    this.#timer.unref();
  }

  /** Ends it, once what it looks at is through. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Starts what is due just now. */
  async look(): Promise<void> {
    const { db, schedules } = this.options;
    const now = this.options.now?.() ?? new Date();
    if (!this.#isKept) await this.#keep(now);
    await inTransaction(db, async (inside) => {
      for (const key of await dueSchedules(inside, [...schedules.keys()], now.toISOString())) {
        const schedule = schedules.get(key);
        if (schedule !== undefined) await this.#run(schedule, now, inside);
      }
    });
  }

  /** Every schedule has its due time; one that is new or was changed gets another. */
  async #keep(now: Date): Promise<void> {
    const { db, schedules } = this.options;
    for (const { key, timing } of schedules.values()) {
      const first = 'every' in timing ? now : nextTime(timing, now);
      await keepSchedule(db, { key, timing: JSON.stringify(timing), dueAt: first.toISOString() });
    }
    this.#isKept = true;
  }

  async #run({ key, title, entity, timing }: Schedule, now: Date, db: Db): Promise<void> {
    const moment = now.toISOString();
    const starter = { db, caller: systemCaller, page: undefined, now: moment, requestId: `schedule ${key}` };
    // One run at a time: while the last goes on there is no other.
    const subject = { title, once: key, ...(entity === undefined ? {} : { entity }) };
    const { jobId } = await this.options.jobs.start('schedule', { key, now: moment }, starter, subject);
    await setDue(db, key, nextTime(timing, now).toISOString(), jobId);
  }
}
