import type { EntityModel } from '../../../engine/model/index.ts';
import { attachFiles } from '../attached-files.ts';
import { writing } from '../constraint-error.ts';
import { modelOf } from '../context.ts';
import { type Author, newId, RecordStore, type StoredRecord, type Values } from '../record-store.ts';
import { insertRows } from './insert-rows.ts';
import { mostAhead, ReadAhead } from './read-ahead.ts';
import { RowIndex } from './row-index.ts';

type QueuedRow = { readonly id: string; readonly values: Values; readonly columns: Readonly<Record<string, unknown>> };

/** A row this store inserted, whatever it was inserted for. */
export type InsertedRow = { readonly entity: string; readonly id: string };

/** A point to go back to. */
export type Mark = { readonly flushes: number; readonly lengths: ReadonlyMap<string, number> };

/**
 * The same store for many new rows: inserts wait and go out together, one statement per table. Whoever reads or changes
 * what may be among them sees it, because it is written before. A constraint that a row breaks therefore shows at the
 * next `flush`, not where the row was made: whoever uses this must be able to do the same rows again one by one.
 */
export class BatchRecords extends RecordStore {
  readonly #queue = new Map<string, QueuedRow[]>();
  readonly #index = new Map<string, RowIndex>();
  /** Lines of nodes by entity and id, until a row changes. */
  readonly #lines = new Map<string, readonly string[]>();
  readonly #queuedIds = new Set<string>();
  readonly #ahead: ReadAhead | undefined;
  #inserted: InsertedRow[] = [];
  #flushes = 0;

  /** Told all rows that are coming, it reads ahead for them. */
  constructor(platform: RecordStore['platform'], author: Author, coming?: readonly Values[]) {
    super(platform, author);
    if (coming !== undefined)
      this.#ahead = new ReadAhead(coming, (entity, key, values) => super.find(entity, { [key]: values }, mostAhead));
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
    const index = this.#index.get(entityName) ?? new RowIndex();
    this.#index.set(entityName, index);
    index.add({ id, values });
    this.#queuedIds.add(id);
    this.#inserted.push({ entity: entityName, id });
    // Rows of a tree are placed by what is stored above them.
    if (entity.document.tree !== undefined) {
      this.#lines.clear();
      await this.flush();
    }
    return id;
  }

  /** What was inserted since this was last asked. */
  takeInserted(): readonly InsertedRow[] {
    const inserted = this.#inserted;
    this.#inserted = [];
    return inserted;
  }

  /** Where the store stands, for `rewind`. */
  mark(): Mark {
    return { flushes: this.#flushes, lengths: new Map([...this.#queue].map(([name, rows]) => [name, rows.length])) };
  }

  /** Forgets what was inserted since a mark; false where some of it has been written already. */
  rewind({ flushes, lengths }: Mark): boolean {
    if (flushes !== this.#flushes) return false;
    for (const [name, rows] of [...this.#queue]) {
      this.#index.get(name)?.cut(lengths.get(name) ?? 0);
      for (const { id } of rows.splice(lengths.get(name) ?? 0)) this.#queuedIds.delete(id);
      if (rows.length === 0) this.#queue.delete(name);
    }
    return true;
  }

  /** Writes all that waits. */
  async flush(): Promise<void> {
    this.#flushes += 1;
    for (const [name, rows] of [...this.#queue]) {
      this.#queue.delete(name);
      this.#index.delete(name);
      this.#ahead?.forget(name);
      const entity = modelOf(this.platform.documents, name);
      for (const alike of groupsOf(rows)) await this.#write(entity, alike);
      for (const { id, values } of rows) await attachFiles(entity, id, values, this.platform, this.author);
    }
    this.#queuedIds.clear();
  }

  override async find(entityName: string, values: Values, limit = 100): Promise<readonly StoredRecord[]> {
    if (this.#mayBeQueued(entityName, values)) await this.flush();
    // Nothing that is stored refers to a row that is not.
    else if (this.#refersToQueued(values)) return [];
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

  override async count(...parameters: Parameters<RecordStore['count']>): Promise<number> {
    const [entityName, values] = parameters;
    if (this.#mayBeQueued(entityName, values)) await this.flush();
    else if (this.#refersToQueued(values)) return 0;
    return super.count(...parameters);
  }

  override async update(entityName: string, id: string, values: Values): Promise<boolean> {
    await this.#beforeChange();
    return super.update(entityName, id, values);
  }

  override async increase(...parameters: Parameters<RecordStore['increase']>): Promise<void> {
    await this.#beforeChange();
    return super.increase(...parameters);
  }

  override async remove(entityName: string, id: string): Promise<void> {
    await this.#beforeChange();
    return super.remove(entityName, id);
  }

  override async lock(entityName: string, id: string): Promise<void> {
    await this.#beforeChange();
    return super.lock(entityName, id);
  }

  /** What was read before a change, or before waiting for a lock, may not be so any more. */
  async #beforeChange(): Promise<void> {
    await this.flush();
    this.#lines.clear();
    this.#ahead?.forget();
  }

  async #write(entity: EntityModel, rows: readonly QueuedRow[]): Promise<void> {
    const columns = rows.map((row) => row.columns);
    await writing([{ entity: entity.document.name, values: rows[0]?.values ?? {} }], () =>
      insertRows(entity, columns, this.platform.db),
    );
  }

  #mayBeQueued(entityName: string, wanted: Values): boolean {
    return this.#index.get(entityName)?.has(wanted) ?? false;
  }

  #refersToQueued(wanted: Values): boolean {
    return Object.values(wanted).some((value) => typeof value === 'string' && this.#queuedIds.has(value));
  }
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
