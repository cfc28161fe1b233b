import { sql } from 'kysely';
import { type EntityModel, isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { isToldOf, publishAccessChange } from '../../events/access-changes.ts';
import { publishNewNotices } from '../../events/notice-events.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type {
  Author,
  PickedRecord,
  RecordStore,
  RowValues,
  Since,
  StoragePlatform,
  StoredRecord,
  TouchedRow,
  Values,
} from '../../kernel/operation/record-store.ts';
import { attachFiles, holdsFiles } from './attached-files.ts';
import { writing } from './constraint-error.ts';
import { settleTexts } from './html-pictures.ts';
import { Match } from './match.ts';
import {
  alteration,
  counting,
  heldSelection,
  insertion,
  lineage,
  offspring,
  picking,
  replacement,
  selection,
  tallying,
} from './record-statements.ts';
import { SentStatements } from './sent-statements.ts';
import { insertRows, type RowColumns, updateRows, writeInSets } from './set-statements.ts';
import { TouchedRows } from './touched-rows.ts';
import { writtenColumns } from './written-columns.ts';

/** Entities of which a new row changes what people may see and do who were there before it. */
const tellsWhenNew: ReadonlySet<string> = new Set(['masking_policy', 'menu', 'holiday']);

/** Most rows with rules in which one value gives way to another within one change. */
const maxReplaced = 10_000;

/** The record store over PostgreSQL; every row goes out as it is told. */
export class SqlRecordStore implements RecordStore {
  protected readonly touched: TouchedRows;

  constructor(
    readonly platform: StoragePlatform,
    readonly author: Author,
  ) {
    this.touched = new TouchedRows(platform.documents, author.staffId === null);
  }

  bySystem<Done>(work: () => Promise<Done>): Promise<Done> {
    return this.touched.bySystem(work);
  }

  takeTouched(): readonly TouchedRow[] {
    return this.touched.take();
  }

  async insert(entityName: string, values: Values, id = newId()): Promise<string> {
    const entity = modelOf(this.platform.documents, entityName);
    const columns = await this.newRow(entity, values, id);
    const names = Object.keys(columns);
    const statement = insertion(entity, names);
    await writing([{ entity: entityName, values }], () => statement.run(this.platform.db, ...Object.values(columns)));
    await this.afterInsert(entity, id, values);
    return id;
  }

  async insertMany(entityName: string, rows: readonly RowValues[]): Promise<void> {
    const entity = modelOf(this.platform.documents, entityName);
    const columnsOf = ({ id, values }: RowValues) => this.newRow(entity, values, id);
    const write = (columns: readonly RowColumns[]) => insertRows(entity, columns, this.platform.db);
    await this.sending((sent) => writeInSets(entityName, rows, columnsOf, write, sent));
    for (const { id, values } of rows) await this.noteInsert(entity, id, values);
    await publishNewNotices(entityName, rows, this.platform.db);
  }

  /** Does work that sends statements, and waits for what comes of them. */
  protected sending(work: (sent: SentStatements) => Promise<void>): Promise<void> {
    const sent = new SentStatements();
    return sent.during(() => work(sent));
  }

  insertLater(entityName: string, values: Values, id = newId()): Promise<string> {
    return this.insert(entityName, values, id);
  }

  async settle(): Promise<void> {}

  /** What follows every new row: its files are its own, and whom it concerns hears of it. */
  protected async afterInsert(entity: EntityModel, id: string, values: Values): Promise<void> {
    await this.noteInsert(entity, id, values);
    await publishNewNotices(entity.document.name, [{ id, values }], this.platform.db);
  }

  protected async noteInsert(entity: EntityModel, id: string, values: Values): Promise<void> {
    await attachFiles({ entity, id, isStored: false }, values, this.platform, this.author);
    const { name } = entity.document;
    this.touched.note(name, id, 'create', values);
    if (tellsWhenNew.has(name))
      await publishAccessChange({ entity: name, id, values, isRemoved: false }, this.platform.db);
  }

  /** All columns of a row to be inserted. */
  protected async newRow(entity: EntityModel, values: Values, id: string): Promise<Record<string, unknown>> {
    const { staffId, now } = this.author;
    const common =
      entity.document.appendOnly === true
        ? { created_at: now, created_by: staffId }
        : { created_at: now, created_by: staffId, updated_at: now, updated_by: staffId, version: 1 };
    const settled = await this.settleTexts(entity.document.name, id, values);
    return writtenColumns(entity, settled, this.platform, now, { id, ...common });
  }

  settleTexts(entityName: string, id: string, values: Values): Promise<Values> {
    const entity = modelOf(this.platform.documents, entityName);
    return settleTexts({ entity, id }, values, this.platform, this.author);
  }

  async update(entityName: string, id: string, values: Values, old?: StoredRecord): Promise<boolean> {
    const entity = modelOf(this.platform.documents, entityName);
    await this.#noteChange(entityName, id, 'modify', values, old);
    const columns = await this.changedColumns(entity, id, values);
    await attachFiles({ entity, id, isStored: true }, values, this.platform, this.author);
    const result = await writing([{ entity: entityName, id, values }], () => this.#write(entity, id, columns));
    await publishAccessChange({ entity: entityName, id, values, isRemoved: false }, this.platform.db);
    return result.numAffectedRows === 1n;
  }

  async updateLater(entityName: string, id: string, values: Values, old?: StoredRecord): Promise<void> {
    await this.update(entityName, id, values, old);
  }

  /** Whether something follows when the values of an entity's row are written: rules, files that become theirs, people who hear of it. */
  protected isFollowed(entityName: string, values: Values): boolean {
    return (
      this.touched.isWatched(entityName, values) ||
      isToldOf(entityName) ||
      holdsFiles(modelOf(this.platform.documents, entityName))
    );
  }

  async updateMany(entityName: string, rows: readonly RowValues[]): Promise<void> {
    const entity = modelOf(this.platform.documents, entityName);
    for (const { id, values } of rows) {
      await this.#noteChange(entityName, id, 'modify', values);
      await attachFiles({ entity, id, isStored: true }, values, this.platform, this.author);
    }
    const columnsOf = async ({ id, values }: RowValues) => ({
      id,
      ...(await this.changedColumns(entity, id, values)),
    });
    const write = (columns: readonly RowColumns[]) => updateRows(entity, columns, this.platform.db);
    await this.sending((sent) => writeInSets(entityName, rows, columnsOf, write, sent));
    for (const { id, values } of rows)
      await publishAccessChange({ entity: entityName, id, values, isRemoved: false }, this.platform.db);
  }

  protected async changedColumns(entity: EntityModel, id: string, values: Values): Promise<Record<string, unknown>> {
    const { now, staffId } = this.author;
    const settled = await this.settleTexts(entity.document.name, id, values);
    return { updated_at: now, updated_by: staffId, ...(await this.columnsOf(entity, settled)) };
  }

  async lock(entityName: string, id: string): Promise<void> {
    await sql`select 1 from ${sql.table(entityName)} where id = ${id} for no key update`.execute(this.platform.db);
  }

  async lockOne(entityName: string, id: string, values: Values = {}): Promise<StoredRecord | undefined> {
    return (await this.lockMany(entityName, [id], values))[0];
  }

  async lockMany(entityName: string, ids: readonly string[], values: Values = {}): Promise<readonly StoredRecord[]> {
    const entity = modelOf(this.platform.documents, entityName);
    const match = new Match(entity, { id: ids, ...values }, this.platform.protection);
    const { rows } = await heldSelection(entity, match).run(this.platform.db, ...match.values);
    return rows.map((row) => this.toRecord(entity, row));
  }

  hold(name: string): Promise<void> {
    return this.holdAll([name]);
  }

  holdValues(kind: string, values: readonly string[]): Promise<void> {
    // Values under a mask stay unknown.
    return this.holdAll(values.map((value) => `${kind}:${this.platform.protection.hash(value)}`));
  }

  /** Holds several names, in an order that is the same for everybody: none waits for another's who waits for his. */
  protected async holdAll(names: readonly string[]): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names.toSorted()}::text[]) with ordinality as held(name, place) order by place`.execute(
      this.platform.db,
    );
  }

  async tally(entityName: string, key: string, values: Values, since?: Since): Promise<ReadonlyMap<unknown, number>> {
    const entity = modelOf(this.platform.documents, entityName);
    const match = new Match(entity, values, this.platform.protection);
    const result = await tallying(entity, key, match, since?.key).run(this.platform.db, ...match.values, since?.moment);
    return new Map(result.rows.map(({ value, n }) => [value, n]));
  }

  async replace(entityName: string, key: string, from: string, to: string, values: Values = {}): Promise<number> {
    const entity = modelOf(this.platform.documents, entityName);
    const match = new Match(entity, { ...values, [key]: from }, this.platform.protection);
    const { staffId, now } = this.author;
    await this.#noteReplaced(entityName, { ...values, [key]: from });
    const result = await replacement(entity, key, match).run(this.platform.db, ...match.values, to, now, staffId);
    return Number(result.numAffectedRows ?? 0n);
  }

  async increase(entityName: string, id: string, key: string, by: number): Promise<void> {
    const column = sql.ref(toColumn(key));
    await this.#noteChange(entityName, id, 'modify', { [key]: by });
    await sql`update ${sql.table(entityName)} set ${column} = ${column} + ${by}, version = version + 1 where id = ${id}`.execute(
      this.platform.db,
    );
  }

  async remove(entityName: string, id: string): Promise<void> {
    await this.#noteChange(entityName, id, 'delete', {});
    await sql`update ${sql.table(entityName)} set deleted_at = ${this.author.now}, updated_at = ${this.author.now}, updated_by = ${this.author.staffId}, version = version + 1 where id = ${id}`.execute(
      this.platform.db,
    );
    await publishAccessChange({ entity: entityName, id, values: {}, isRemoved: true }, this.platform.db);
  }

  async restore(entityName: string, record: StoredRecord, values: Values): Promise<void> {
    const entity = modelOf(this.platform.documents, entityName);
    const { id } = record;
    const columns: Record<string, unknown> = {
      deleted_at: null,
      updated_at: this.author.now,
      updated_by: this.author.staffId,
      ...(await this.columnsOf(entity, await this.settleTexts(entityName, id, values))),
    };
    await writing([{ entity: entityName, id, values: record }], () => this.#write(entity, id, columns));
    this.touched.note(entityName, id, 'create', { ...record, ...values });
    await publishAccessChange({ entity: entityName, id, values: record, isRemoved: false }, this.platform.db);
  }

  async find(entityName: string, values: Values, limit = 100): Promise<readonly StoredRecord[]> {
    const entity = modelOf(this.platform.documents, entityName);
    const match = new Match(entity, values, this.platform.protection);
    const statement = selection(entity, match, limit);
    const result = await statement.run(this.platform.db, ...match.values);
    return result.rows.map((row) => this.toRecord(entity, row));
  }

  async findOne(entityName: string, values: Values): Promise<StoredRecord | undefined> {
    return (await this.find(entityName, values, 1))[0];
  }

  async pick(
    entityName: string,
    keys: readonly string[],
    values: Values,
    limit: number,
  ): Promise<readonly PickedRecord[]> {
    const entity = modelOf(this.platform.documents, entityName);
    const sealed = keys.find((key) => entity.fields.get(key)?.mask !== undefined);
    if (sealed !== undefined) throw new TypeError(`${entityName}.${sealed} is under a mask`);
    const match = new Match(entity, values, this.platform.protection);
    const { rows } = await picking(entity, keys, match, limit).run(this.platform.db, ...match.values);
    return rows.map((row) => ({
      ...Object.fromEntries(keys.map((key) => [key, row[toColumn(key)] ?? null])),
      id: String(row.id),
    }));
  }

  async downFrom(entityName: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await offspring(modelOf(this.platform.documents, entityName)).run(this.platform.db, [...ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async upFrom(entityName: string, id: string): Promise<readonly string[]> {
    const entity = modelOf(this.platform.documents, entityName);
    const statement = lineage(entity);
    return (await statement.run(this.platform.db, id)).rows.map((row) => row.id);
  }

  async count(entityName: string, values: Values, since?: Since): Promise<number> {
    const entity = modelOf(this.platform.documents, entityName);
    const match = new Match(entity, values, this.platform.protection);
    const statement = counting(entity, match, since?.key);
    const result = await statement.run(this.platform.db, ...match.values, since?.moment);
    return result.rows[0]?.n ?? 0;
  }

  toRecord(entity: EntityModel, row: Readonly<Record<string, unknown>>): StoredRecord {
    const record: Record<string, unknown> = {};
    for (const field of entity.fields.values()) {
      if (!isStored(field) && !Object.hasOwn(row, toColumn(field.key))) continue;
      const stored = row[toColumn(field.key)] ?? null;
      record[field.key] =
        field.mask !== undefined && typeof stored === 'string' ? this.platform.protection.decrypt(stored) : stored;
    }
    return { ...record, id: String(row.id), version: Number(row.version ?? 1) };
  }

  /** Notes a change of a row that rules look at, with the row as it was: read, unless the caller holds it. */
  async #noteChange(
    entityName: string,
    id: string,
    change: 'modify' | 'delete',
    values: Values,
    held?: StoredRecord,
  ): Promise<void> {
    if (!this.touched.isWatched(entityName, values)) return;
    this.touched.note(entityName, id, change, values, held ?? (await this.findOne(entityName, { id })));
  }

  async #noteReplaced(entityName: string, values: Values): Promise<void> {
    if (!this.touched.isWatched(entityName, values)) return;
    for (const row of await this.find(entityName, values, maxReplaced)) {
      this.touched.note(entityName, row.id, 'modify', values, row);
    }
  }

  #write(entity: EntityModel, id: string, columns: Readonly<Record<string, unknown>>) {
    const names = Object.keys(columns);
    const statement = alteration(entity, names);
    return statement.run(this.platform.db, ...Object.values(columns), id);
  }

  /** What is written of values: columns, encrypted and hashed where the document says so. */
  protected columnsOf(entity: EntityModel, values: Values): Promise<Record<string, unknown>> {
    return writtenColumns(entity, values, this.platform, this.author.now);
  }
}
