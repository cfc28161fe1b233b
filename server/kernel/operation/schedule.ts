import type { JobContext } from './job.ts';

/** When a schedule is due: every so many milliseconds, or by a cron text in Asia/Shanghai. */
export type Timing = { readonly every: number } | { readonly cron: string };

/** What a piece of a run did, and where the next begins; null where the run is through. */
export type Piece = { readonly done: number; readonly next: string | null };

/** Something the server does of itself, again and again. */
export type Schedule = {
  readonly key: string;
  readonly title: string;
  readonly entity?: string;
  readonly timing: Timing;
  /** Does a bounded piece of a run, in the transaction of `context`; `from` is what the piece before left. */
  readonly piece: (from: string | null, context: JobContext<ScheduledRun>) => Promise<Piece>;
};

/** A run of a schedule; `now` is the moment it began, for all of its pieces. */
export type ScheduledRun = { readonly key: string; readonly now: string };
