import type { JobKind, JobStep } from './job.ts';

/**
 * Kinds of work by key. Input and state of each are its own matter: they go into the database and come back as they
 * were, so that here they are just unknown.
 */
export type JobKinds = ReadonlyMap<string, JobKind<unknown, unknown>>;

/** A kind among others. */
export function anyKind<Input, State>(kind: JobKind<Input, State>): JobKind<unknown, unknown> {
  // What comes back from the database is what `begin` and `step` of this very kind put there.
  const own = (state: unknown) => state as State;
  const ownInput = (input: unknown) => input as Input;
  const { permission, undo, discard } = kind;
  return {
    key: kind.key,
    title: kind.title,
    begin: (input) => kind.begin(ownInput(input)),
    step: (state, context): Promise<JobStep<unknown>> =>
      kind.step(own(state), { ...context, input: ownInput(context.input) }),
    ...(permission === undefined ? {} : { permission: (input: unknown) => permission(ownInput(input)) }),
    ...(undo === undefined
      ? {}
      : { undo: (state: unknown, context) => undo(own(state), { ...context, input: ownInput(context.input) }) }),
    ...(discard === undefined
      ? {}
      : { discard: (state: unknown, context) => discard(own(state), { ...context, input: ownInput(context.input) }) }),
  };
}

/** The kinds of a product by key. */
export function kindsOf(kinds: readonly JobKind<unknown, unknown>[]): JobKinds {
  return new Map(kinds.map((kind) => [kind.key, kind]));
}
