import type { Transition } from '../../../engine/model/documents/index.ts';
import type { AppError } from '../errors/app-error.ts';
import type { CallContext } from './context.ts';
import type { Values } from './record-store.ts';

/** Rows there are, or rows marked deleted. */
export type RowState = 'live' | 'deleted';

/** Does the work on one row, in a transaction of its own; answers what undoing it needs, where something changed. */
export type RowStep = (id: string, context: CallContext) => Promise<Values | undefined>;

/** What became of a row: done, or why it is refused. */
export type SetOutcome = { readonly done: true } | { readonly refusal: AppError };

/**
 * Does the work on rows together, inside an open transaction; answers what became of each by id. Those it leaves out
 * have to be done by themselves, and when it throws, all of them: then nothing of it stays.
 */
export type SetStep = (ids: readonly string[], context: CallContext) => Promise<ReadonlyMap<string, SetOutcome>>;

/** How an operation works on each of many rows. */
export type RowWork = {
  /** Checks once what is asked of all rows. */
  readonly prepare: (input: Values, context: CallContext) => Promise<RowStep>;
  /** The same for rows that are done together, where the work has such a form. */
  readonly prepareSet?: (input: Values, context: CallContext) => Promise<SetStep>;
  /** The rows it is about; live ones unless told. */
  readonly rows?: RowState;
  /** A transition may reach rows by its named scopes. */
  readonly transition?: Transition;
  readonly undo?: RowUndo;
};

/** How the work on a row is undone, and whose permission that needs. */
export type RowUndo = {
  readonly permission: (input: Values) => string;
  readonly run: (id: string, kept: Values, context: CallContext) => Promise<void>;
};
