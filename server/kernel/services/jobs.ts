import type { Caller } from '../caller/caller.ts';
import type { Db } from '../database/db.ts';

/** Who starts a job, from where: a call's context has it all. */
export type JobStarter = {
  readonly db: Db;
  readonly caller: Caller;
  readonly page: { readonly name: string } | undefined;
  readonly now: string;
  readonly requestId: string;
};

/** What a job is about, for its row. */
export type JobSubject = {
  readonly entity?: string;
  readonly title?: string;
  /** A job of this person with the same text that is not over answers in the place of a new one. */
  readonly once?: string;
};

/** The job, and whether it was there already. */
export type StartedJob = { readonly jobId: string; readonly isNew: boolean };

/** Starts background work. */
export interface Jobs {
  /** Joins an open transaction of `context.db`: the job is there when that commits, and never otherwise. */
  start<Input>(kind: string, input: Input, context: JobStarter, subject?: JobSubject): Promise<StartedJob>;
}
