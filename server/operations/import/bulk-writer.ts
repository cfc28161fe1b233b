import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityModel } from '../../../engine/model/index.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { MadeRow } from '../../kernel/operation/made-row.ts';
import type { Author, StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { attachFiles } from '../../records/store/attached-files.ts';
import { writing } from '../../records/store/constraint-error.ts';
import { holdsPictures } from '../../records/store/html-pictures.ts';
import { SqlRecordStore } from '../../records/store/sql-record-store.ts';
import { insertRows } from './insert-rows.ts';
import { maxAhead, ReadAhead } from './read-ahead.ts';
import { RowIndex } from './row-index.ts';

type QueuedRow = { readonly id: string; readonly values: Values; readonly columns: Readonly<Record<string, unknown>> };

/** A point to go back to: how often rows had gone out, and how many were waiting and known of each table. */
export type Mark = {
  readonly sent: number;
  readonly waiting: ReadonlyMap<string, number>;
  readonly known: ReadonlyMap<string, number>;
};

/** So many waiting rows, of all tables, go out while the next are being made. */
const rowsSentAhead = 240;
/** Some milliseconds of work. */
const rowsPerTurn = 8;

/**
 * The same store for many new rows: inserts wait and go out together, one statement per table, while the rows after them
 * are made. Whoever reads or changes what may be among them sees it, because it is written before. A constraint that a
 * row breaks therefore shows at the next `flush`, not where the row was made: whoever uses this must be able to do the
 * same rows again one by one, and must wait until it has `landed` before he takes anything back.
 */
export class BulkWriter extends SqlRecordStore {
  readonly #queue = new Map<string, QueuedRow[]>();
  /** Rows inserted since the last `flush`, and those before. */
  readonly #index = new Map<string, RowIndex>();
  readonly #written = new Map<string, RowIndex>();
  /** Lines of nodes by entity and id, until a row changes. */
  readonly #lines = new Map<string, readonly string[]>();
  /** Of rows inserted since the last `flush`. */
  readonly #newIds = new Set<string>();
  readonly #ahead: ReadAhead | undefined;
  /** Values held until the transaction ends. */
  readonly #held = new Set<string>();
  #inserted: MadeRow[] = [];
  #marks = 0;
  #sent = 0;
  /** The rows on their way. */
  #flight: Promise<void> = Promise.resolve();

  /** Told all rows that are coming, it reads ahead for them. */
  constructor(platform: SqlRecordStore['platform'], author: Author, coming?: readonly Values[]) {
    super(platform, author);
    if (coming !== undefined)
      this.#ahead = new ReadAhead(coming, (entity, wanted) => super.find(entity, wanted, maxAhead));
  }

  /** Says which of the coming rows is at hand. */
  begin(row: Values): void {
    this.#ahead?.begin(row);
  }

  override async insert(entityName: string, values: Values, id = newId()): Promise<string> {
    const entity = modelOf(this.platform.documents, entityName);
    const columns = await this.newRow(entity, values, id);
    const rows = this.#queue.get(entityName) ?? [];
    this.#queue.set(entityName, rows);
    rows.push({ id, values, columns });
    indexOf(this.#index, entityName).add({ id, values });
    this.#newIds.add(id);
    this.#inserted.push({ entity: entityName, id });
    this.touched.note(entityName, id, 'create', values);
    // Rows of a tree are placed by what is stored above them.
    if (entity.document.tree !== undefined) {
      this.#lines.clear();
      await this.flush();
    }
    return id;
  }

  /** Pictures are taken at once, and only a savepoint gives them back. */
  override async settleTexts(...parameters: Parameters<SqlRecordStore['settleTexts']>): Promise<Values> {
    const [entityName] = parameters;
    const settled = await super.settleTexts(...parameters);
    if (holdsPictures(modelOf(this.platform.documents, entityName), settled)) this.#sent += 1;
    return settled;
  }

  /** What was inserted since this was last asked. */
  takeInserted(): readonly MadeRow[] {
    const inserted = this.#inserted;
    this.#inserted = [];
    return inserted;
  }

  /**
   * Where the store stands, for `rewind`; what waits by now will not be taken back any more, and may go out. Lets
   * others have their turn, the rows on their way among them.
   */
  async mark(): Promise<Mark> {
    const waiting = [...this.#queue.values()].reduce((sum, rows) => sum + rows.length, 0);
    if (waiting >= rowsSentAhead) this.#send();
    this.#marks += 1;
    if (this.#marks % rowsPerTurn === 0) await nextTurn();
    return {
      sent: this.#sent,
      waiting: new Map([...this.#queue].map(([name, rows]) => [name, rows.length])),
      known: new Map([...this.#index].map(([name, index]) => [name, index.size])),
    };
  }

  /** Forgets what was inserted since a mark; false where some of it has gone out already. */
  rewind({ sent, waiting, known }: Mark): boolean {
    if (sent !== this.#sent) return false;
    for (const [name, rows] of [...this.#queue]) {
      for (const { id } of rows.splice(waiting.get(name) ?? 0)) this.#newIds.delete(id);
      if (rows.length === 0) this.#queue.delete(name);
    }
    for (const [name, index] of this.#index) index.cut(known.get(name) ?? 0);
    return true;
  }

  /** Writes all that waits. */
  async flush(): Promise<void> {
    this.#send();
    await this.#flight;
    for (const [name, index] of this.#index) for (const row of index.rows) indexOf(this.#written, name).add(row);
    this.#index.clear();
    this.#newIds.clear();
  }

  /** Waits until nothing is on its way any more; what went wrong on the way is behind all that went wrong after it. */
  async landed(): Promise<unknown> {
    return this.#flight.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  /** Lets what waits go out, after what is on its way; a failure shows at the next `flush`. */
  #send(): void {
    const waiting = [...this.#queue];
    this.#queue.clear();
    this.#sent += 1;
    this.#flight = this.#flight.then(async () => {
      for (const [name, rows] of waiting) await this.#writeAll(modelOf(this.platform.documents, name), rows);
    });
    this.#flight.catch(() => undefined);
  }

  async #writeAll(entity: EntityModel, rows: readonly QueuedRow[]): Promise<void> {
    for (const alike of groupsOf(rows)) await this.#write(entity, alike);
    for (const { id, values } of rows)
      await attachFiles({ entity, id, isStored: false }, values, this.platform, this.author);
  }

  override async find(entityName: string, values: Values, limit = 100): Promise<readonly StoredRecord[]> {
    if (this.#mayBeNew(entityName, values)) await this.flush();
    // Nothing that is stored refers to a row that is not.
    else if (this.#refersToNew(values)) return [];
    // What was read ahead does not know what was written since.
    if (this.#written.get(entityName)?.has(values) === true) return super.find(entityName, values, limit);
    const known = await this.#ahead?.find(entityName, values, limit);
    if (known !== undefined) return known;
    const found = await super.find(entityName, values, limit);
    this.#ahead?.keep(entityName, values, limit, found);
    return found;
  }

  override async upFrom(entityName: string, id: string): Promise<readonly string[]> {
    const name = `${entityName}.${id}`;
    const known = this.#lines.get(name);
    if (known !== undefined) return known;
    const line = await super.upFrom(entityName, id);
    this.#lines.set(name, line);
    return line;
  }

  override async count(...parameters: Parameters<SqlRecordStore['count']>): Promise<number> {
    const [entityName, values] = parameters;
    if (this.#mayBeNew(entityName, values)) await this.flush();
    else if (this.#refersToNew(values)) return 0;
    return super.count(...parameters);
  }

  override async update(entityName: string, id: string, values: Values): Promise<boolean> {
    await this.#beforeChange(entityName);
    return super.update(entityName, id, values);
  }

  /** Held for all rows that are coming, together. */
  override async holdValue(kind: string, value: string): Promise<void> {
    if (this.#held.has(this.nameOf(kind, value))) return;
    const field = this.#ahead?.fieldWith(value);
    const values = field === undefined ? [value] : (this.#ahead?.valuesOf(field) ?? [value]);
    const names = values.map((one) => this.nameOf(kind, one));
    await this.holdAll(names);
    for (const name of names) this.#held.add(name);
  }

  protected override async holdAll(names: readonly string[]): Promise<void> {
    await this.#beforeChange();
    return super.holdAll(names);
  }

  override async pick(...parameters: Parameters<SqlRecordStore['pick']>): ReturnType<SqlRecordStore['pick']> {
    await this.flush();
    return super.pick(...parameters);
  }

  override async downFrom(...parameters: Parameters<SqlRecordStore['downFrom']>): Promise<ReadonlySet<string>> {
    await this.flush();
    return super.downFrom(...parameters);
  }

  override async tally(...parameters: Parameters<SqlRecordStore['tally']>): ReturnType<SqlRecordStore['tally']> {
    await this.flush();
    return super.tally(...parameters);
  }

  override async replace(...parameters: Parameters<SqlRecordStore['replace']>): Promise<number> {
    await this.#beforeChange(parameters[0]);
    return super.replace(...parameters);
  }

  override async increase(...parameters: Parameters<SqlRecordStore['increase']>): Promise<void> {
    await this.#beforeChange(parameters[0]);
    return super.increase(...parameters);
  }

  override async remove(entityName: string, id: string): Promise<void> {
    await this.#beforeChange(entityName);
    return super.remove(entityName, id);
  }

  override async lock(entityName: string, id: string): Promise<void> {
    await this.#beforeChange();
    return super.lock(entityName, id);
  }

  override async lockOne(...parameters: Parameters<SqlRecordStore['lockOne']>): ReturnType<SqlRecordStore['lockOne']> {
    await this.#beforeChange();
    return super.lockOne(...parameters);
  }

  override async restore(...parameters: Parameters<SqlRecordStore['restore']>): Promise<void> {
    await this.#beforeChange(parameters[0]);
    return super.restore(...parameters);
  }

  /** What was read of a table before a change of it, or of all before waiting for a lock, may not be so any more. */
  async #beforeChange(entityName?: string): Promise<void> {
    await this.flush();
    this.#lines.clear();
    this.#ahead?.forget(entityName);
  }

  async #write(entity: EntityModel, rows: readonly QueuedRow[]): Promise<void> {
    const columns = rows.map((row) => row.columns);
    await writing([{ entity: entity.document.name, values: rows[0]?.values ?? {} }], () =>
      insertRows(entity, columns, this.platform.db),
    );
  }

  #mayBeNew(entityName: string, wanted: Values): boolean {
    return this.#index.get(entityName)?.has(wanted) ?? false;
  }

  #refersToNew(wanted: Values): boolean {
    return Object.values(wanted).some((value) => typeof value === 'string' && this.#newIds.has(value));
  }
}

function indexOf(indexes: Map<string, RowIndex>, entityName: string): RowIndex {
  const index = indexes.get(entityName) ?? new RowIndex();
  indexes.set(entityName, index);
  return index;
}

/** Rows with the same columns, in the order they came. */
function groupsOf(rows: readonly QueuedRow[]): readonly (readonly QueuedRow[])[] {
  const groups = new Map<string, QueuedRow[]>();
  for (const row of rows) {
    const names = Object.keys(row.columns).join(',');
    const group = groups.get(names) ?? [];
    groups.set(names, group);
    group.push(row);
  }
  return [...groups.values()];
}
