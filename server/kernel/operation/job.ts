import type { RuleContext } from './domain-rules.ts';

/** A kind of background work, done in short steps; each step is one transaction with its state. */
export type JobKind<Input, State> = {
  readonly key: string;
  readonly title: string;
  /** State before the first step. Input and state are kept as JSON. */
  readonly begin: (input: Input) => State;
  /**
   * The permission the starter must still hold at each step; none where the work asks for it itself. His account must
   * be active in any case.
   */
  readonly permission?: (input: Input) => string;
  /** Does a bounded piece (aim at <= 2 s) inside the transaction `context.db`; it runs again from `state` when the node dies before commit. */
  readonly step: (state: State, context: JobContext<Input>) => Promise<JobStep<State>>;
  /**
   * How what the job has written can be taken back; asked once it is over, however it ended. Undefined where nothing
   * can. Shown with the result, as `undo`.
   */
  readonly undo?: (state: State, context: JobContext<Input>) => Promise<UndoCall | undefined>;
  /** After failure or cancel: tidy up (files). */
  readonly discard?: (state: State, context: JobContext<Input>) => Promise<void>;
};

/** The call that takes back what a job has written. */
export type UndoCall = { readonly path: string; readonly body: Readonly<Record<string, unknown>> };

/** What a step left: its state, how far the work is, and the result when it is through. */
export type JobStep<State> = {
  readonly state: State;
  readonly done: number;
  readonly total: number | null;
  readonly finished?: JobResult;
};

/** What a finished job shows its starter. */
export type JobResult = {
  readonly fileId?: string;
  readonly message: string;
  readonly facts?: Readonly<Record<string, unknown>>;
};

/** The call context of the person who started it (grants, scope, masks read anew at each step), inside the step's transaction. */
export type JobContext<Input> = RuleContext & { readonly jobId: string; readonly input: Input };
