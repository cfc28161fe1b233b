import type { EntityModel } from '../../../engine/model/entity/index.ts';
import type { Platform } from './context.ts';

/** Values by field key, in clear. */
export type Values = Readonly<Record<string, unknown>>;
/** A stored row by field key, masked fields in clear: for the server's own rules, never for an answer. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** Some fields of a stored row. */
export type PickedRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Values of a row, known by its id. */
export type RowValues = { readonly id: string; readonly values: Values };

/** Most rows a look-up for many rows at once answers: each of them has few. */
export const maxFound = 5000;

/** Whose change it is, and when. */
export type Author = { readonly staffId: string | null; readonly now: string };

/** A row of an entity with rules that a change has touched. */
export type TouchedRow = {
  readonly entity: string;
  readonly id: string;
  readonly change: 'create' | 'modify' | 'delete';
  /** As it was before; absent of a new row, and where only its child rows changed. */
  readonly old?: StoredRecord | undefined;
  /** Whether child rows of it changed. */
  readonly isOfChildren: boolean;
  readonly isByPeople: boolean;
};

/** What rows are kept with. */
export type StoragePlatform = Pick<Platform, 'documents' | 'db' | 'protection'>;

/** A field that holds a time, and the moment from which on it counts. */
export type Since = { readonly key: string; readonly moment: string };

/**
 * Reads and writes rows of any entity by field key: columns, encryption and keyed hashes are its matter. It knows no
 * permission and no scope; operations check those before, and domain rules build on what passed.
 */
export interface RecordStore {
  readonly platform: StoragePlatform;
  readonly author: Author;
  /**
   * Values of a row with its formatted texts as they will be stored: cleaned, their pictures files of the row. Every
   * write does this; whoever compares or logs what is stored does it before.
   */
  settleTexts(entityName: string, id: string, values: Values): Promise<Values>;
  /** Inserts a row and answers its id. */
  insert(entityName: string, values: Values, id?: string): Promise<string>;
  /** Inserts rows of one entity, those with the same fields with one statement. */
  insertMany(entityName: string, rows: readonly RowValues[]): Promise<void>;
  /** Inserts a row that nothing of the change waits for; a store may keep it back until `settle`. */
  insertLater(entityName: string, values: Values, id?: string): Promise<string>;
  /** Writes what was kept back. */
  settle(): Promise<void>;
  /**
   * Changes a row by id; its version grows by one. Answers whether there was one. `old` is the row as the caller holds it
   * locked, for the rules that compare; without it the row is read where they do.
   */
  update(entityName: string, id: string, values: Values, old?: StoredRecord): Promise<boolean>;
  /** Changes a row that nothing of the change reads again; a store may keep it back until `settle`. */
  updateLater(entityName: string, id: string, values: Values, old?: StoredRecord): Promise<void>;
  /** Changes rows of one entity, each by its own values; those with the same fields with one statement. */
  updateMany(entityName: string, rows: readonly RowValues[]): Promise<void>;
  /** Holds a row for the rest of the transaction, so that rules counting over it run one after another. */
  lock(entityName: string, id: string): Promise<void>;
  /**
   * Holds a live row for the rest of the transaction and answers it as it is once nobody else can change it; undefined,
   * and nothing held, where it does not (or no longer) equal the values.
   */
  lockOne(entityName: string, id: string, values?: Values): Promise<StoredRecord | undefined>;
  /** The same of several rows, held in the order of their ids; those that do not equal the values are left out. */
  lockMany(entityName: string, ids: readonly string[], values?: Values): Promise<readonly StoredRecord[]>;
  /** Holds a name for the rest of the transaction: whoever holds the same one waits. For what no row stands for yet. */
  hold(name: string): Promise<void>;
  /**
   * Holds values, whether or not a row has them yet, in an order that is the same for everybody: what looks for one and
   * then writes it down runs one after another. `kind` says of what the values are, e.g. `mobile`.
   */
  holdValues(kind: string, values: readonly string[]): Promise<void>;
  /** How many live rows equal the values, by a field of theirs; with `since` as in `count`. Values without rows are left out. */
  tally(entityName: string, key: string, values: Values, since?: Since): Promise<ReadonlyMap<unknown, number>>;
  /** Puts another value in the place of one, in every row that has it and equals the values; answers how many. */
  replace(entityName: string, key: string, from: string, to: string, values?: Values): Promise<number>;
  /** Adds to a counting field. */
  increase(entityName: string, id: string, key: string, by: number): Promise<void>;
  /** Marks a row deleted. */
  remove(entityName: string, id: string): Promise<void>;
  /** Takes the deletion mark off a row; a value that has been taken meanwhile comes out as a `ConstraintError`. */
  restore(entityName: string, record: StoredRecord, values: Values): Promise<void>;
  /** The live rows whose fields equal the values (null tests for empty, a list for one of it), newest first. */
  find(entityName: string, values: Values, limit?: number): Promise<readonly StoredRecord[]>;
  /** The first live row whose fields equal the values. */
  findOne(entityName: string, values: Values): Promise<StoredRecord | undefined>;
  /**
   * Some fields of the live rows whose fields equal the values, in no order: for looking through many. Fields under a
   * mask are not among them.
   */
  pick(entityName: string, keys: readonly string[], values: Values, limit: number): Promise<readonly PickedRecord[]>;
  /** Live nodes of a tree and all those below them. */
  downFrom(entityName: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** A live node of a tree and those above it, nearest first. */
  upFrom(entityName: string, id: string): Promise<readonly string[]>;
  /** How many live rows equal the values and, where given, carry a time at or after the moment. */
  count(entityName: string, values: Values, since?: Since): Promise<number>;
  /** What is done meanwhile follows from something else: no person does it, and rules for people leave it out. */
  bySystem<Done>(work: () => Promise<Done>): Promise<Done>;
  /** The rows with rules that were touched since this was last asked. */
  takeTouched(): readonly TouchedRow[];
  /** A row by column as a record by field key, masked fields in clear; worked-out fields as far as they were asked for. */
  toRecord(entity: EntityModel, row: Readonly<Record<string, unknown>>): StoredRecord;
}
