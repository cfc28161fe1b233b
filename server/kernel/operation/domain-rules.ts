import type { CheckAnswer, OnceFact } from '../../../engine/model/wire/index.ts';
import type { AppError } from '../errors/app-error.ts';
import type { CallContext } from './context.ts';
import type { RecordStore, StoredRecord, Values } from './record-store.ts';

/** What a rule works with: inside the transaction of the change it belongs to. */
export type RuleContext = CallContext & {
  readonly records: RecordStore;
  /** Tells whoever asked for the change what is kept nowhere, such as a password just made; absent where nobody listens. */
  readonly tell?: (fact: OnceFact) => void;
  /** The background job the change is part of; absent in a call. */
  readonly jobId?: string;
};

/** A row that is to take a transition, with the checked input. */
export type MovingRow = { readonly record: StoredRecord; readonly input: Values };

/** Rules of one transition that JSON cannot say. Refusing is throwing an AppError. */
export type TransitionRules = {
  /** Conditions beyond the guard. */
  readonly check?: (record: StoredRecord, input: Values, context: RuleContext) => Promise<void>;
  /** Further values to set. */
  readonly set?: (record: StoredRecord, input: Values, context: RuleContext) => Promise<Values>;
  /**
   * The same as `set` for rows that take the transition together, in their order, with what it asks of other rows asked
   * once for all; `alone` of a row that has to take it by itself, for which nothing is written.
   */
  readonly setMany?: (rows: readonly MovingRow[], context: RuleContext) => Promise<readonly (PreparedRow | 'alone')[]>;
  /** What follows in the same transaction. */
  readonly after?: (before: StoredRecord, input: Values, context: RuleContext) => Promise<void>;
  /** A better answer than “missing” where the caller may know why the row is out of reach. */
  readonly outsidePolicy?: (id: string, context: RuleContext) => Promise<void>;
};

/** A row that was there before, in the place of one that was to be made. */
export type JoinedRow = { readonly id: string; readonly version: number };

/** What rules make of one of several new rows: the values they derive, or why it is refused. */
export type PreparedRow = { readonly derived: Values } | { readonly refusal: AppError };

/** Rules of new rows, one by one: of rows that come together each is written before the next is looked at. */
type RowRules = {
  /** Derived values of a new row; gets the checked input with defaults. */
  readonly beforeCreate?: (values: Values, context: RuleContext) => Promise<Values>;
  readonly prepareMany?: never;
  readonly apartBy?: never;
};

/** Rules of new rows that may come by the hundred: what they ask of other rows is asked once for all. */
type SetRules = {
  readonly beforeCreate?: never;
  /**
   * Derived values of each new row, or why it is refused, in their order; gets the checked inputs with defaults. None of
   * the rows is written when it is asked, so none may hang on another of them beyond what `apartBy` keeps apart.
   */
  readonly prepareMany: (rows: readonly Values[], context: RuleContext) => Promise<readonly PreparedRow[]>;
  /** A field in which no two rows that come together are the same: the later one would have to see the earlier one. */
  readonly apartBy?: string;
};

/** Rules of one entity that JSON cannot say. */
export type DomainRules = (RowRules | SetRules) & {
  readonly entity: string;
  /**
   * The row that what somebody wants to add joins: nothing is made then, and his call answers with it. Gets the checked
   * input; undefined makes a row as ever. Not asked of rows that are imported or made by effects.
   */
  readonly joins?: (values: Values, context: RuleContext) => Promise<JoinedRow | undefined>;
  readonly afterCreate?: (id: string, values: Values, context: RuleContext) => Promise<void>;
  /**
   * Whether `afterCreate` only writes rows that belong to the new one, by the record store: it is then written together
   * with them.
   */
  readonly afterCreateOnlyWrites?: true;
  /**
   * Derived values of a change; refusing is throwing. It asks nobody but the database: the session may not have answered
   * yet.
   */
  readonly beforeModify?: (record: StoredRecord, changes: Values, context: RuleContext) => Promise<Values>;
  /** What follows a change; run it by `followChange`. */
  readonly afterModify?: (record: StoredRecord, changes: Values, context: RuleContext) => Promise<void>;
  /** The fields whose change `afterModify` follows; any unless told. */
  readonly afterModifyOf?: readonly string[];
  /** Conditions of deleting a row; refusing is throwing. */
  readonly beforeDelete?: (record: StoredRecord, context: RuleContext) => Promise<void>;
  readonly transitions?: Readonly<Record<string, TransitionRules>>;
  /** Whether a row that waits in the entity's queue is for the caller, where no document can say it; changes nothing. */
  readonly takes?: (record: StoredRecord, context: RuleContext) => Promise<boolean>;
  /** What a value of an `asked` field means, by field; gets it in its stored form and the row being edited. */
  readonly checks?: Readonly<
    Record<string, (value: unknown, id: string | undefined, context: CallContext) => Promise<CheckAnswer>>
  >;
  /** Masked fields whose values the rules look for in other rows, beyond what is unique or asked: writing one tells of it. */
  readonly looksUp?: readonly string[];
  readonly actions?: Readonly<
    Record<string, (record: StoredRecord, input: Values, context: RuleContext) => Promise<unknown>>
  >;
  /** Actions that are about no row in particular. */
  readonly wholeActions?: Readonly<Record<string, (input: Values, context: CallContext) => Promise<unknown>>>;
  /** Values of `user.<name>` this area adds to expressions. */
  readonly userAttributes?: Readonly<Record<string, (context: CallContext) => Promise<unknown>>>;
};

/** The domain's rules by entity. */
export type RuleBook = ReadonlyMap<string, DomainRules>;

/** Whether the rules of an entity do something after such a change. */
export function isFollowed(entity: string, changes: Values, rules: RuleBook): boolean {
  const { afterModify, afterModifyOf } = rules.get(entity) ?? {};
  return (
    afterModify !== undefined &&
    (afterModifyOf === undefined || afterModifyOf.some((key) => Object.hasOwn(changes, key)))
  );
}

/** Does what the rules of an entity do after a change of a row; `record` is the row before. */
export async function followChange(
  entity: string,
  record: StoredRecord,
  changes: Values,
  context: RuleContext,
  rules: RuleBook,
): Promise<void> {
  if (isFollowed(entity, changes, rules)) await rules.get(entity)?.afterModify?.(record, changes, context);
}
