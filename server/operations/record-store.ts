import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type EntityField, type EntityModel, isStored, toColumn } from '../../engine/model/index.ts';
import { prepared } from '../db/prepared.ts';
import { loadSpeller } from '../db/search/pinyin.ts';
import { isSpelled } from '../db/search/search-column.ts';
import { pinyinColumn } from '../db/tables/columns.ts';
import { hasHash, hashColumn } from '../db/tables/describe-entity.ts';
import { publishAccessChange } from '../events/access-changes.ts';
import { attachFiles } from './attached-files.ts';
import { writing } from './constraint-error.ts';
import { modelOf, type Platform } from './context.ts';

/** Values by field key, in clear. */
export type Values = Readonly<Record<string, unknown>>;
/** A stored row by field key, masked fields in clear: for the server's own rules, never for an answer. */
export type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** An id for a row to come; ids grow with time, so that rows made together lie together. */
export function newId(): string {
  return uuid();
}

/** Whose change it is, and when. */
export type Author = { readonly staffId: string | null; readonly now: string };

/** The columns in which a row holds its fields, named one by one: a plan kept for them outlives a new column. */
export function rowColumns(entity: EntityModel, alias?: string): RawBuilder<unknown> {
  const keys = [...entity.fields.values()].filter(isStored).map((field) => field.key);
  const columns = [...keys, ...(entity.document.appendOnly === true ? [] : ['deletedAt'])].map(toColumn);
  return sql.join(columns.map((column) => sql.ref(alias === undefined ? column : `${alias}.${column}`)));
}

/**
 * Reads and writes rows of any entity by field key: columns, encryption and keyed hashes are its matter. It
 * knows no permission and no scope; operations check those before, and domain rules build on what passed.
 */
export class RecordStore {
  constructor(
    readonly platform: Pick<Platform, 'documents' | 'db' | 'protection'>,
    readonly author: Author,
  ) {}

  /** Inserts a row and answers its id. */
  async insert(entityName: string, values: Values, id = newId()): Promise<string> {
    const entity = modelOf(this.platform.documents, entityName);
    const columns = await this.newRow(entity, values, id);
    const names = Object.keys(columns);
    const statement = sql`${prepared}insert into ${sql.table(entityName)} (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(names.map((name) => columns[name]))})`;
    await writing(entityName, undefined, values, () => statement.execute(this.platform.db));
    await attachFiles(entity, id, values, this.platform, this.author);
    return id;
  }

  /** All columns of a row to be inserted. */
  protected async newRow(entity: EntityModel, values: Values, id: string): Promise<Record<string, unknown>> {
    const { staffId, now } = this.author;
    const common =
      entity.document.appendOnly === true
        ? { created_at: now, created_by: staffId }
        : { created_at: now, created_by: staffId, updated_at: now, updated_by: staffId, version: 1 };
    return { id, ...common, ...(await this.columnsOf(entity, values)) };
  }

  /** Changes a row by id; its version grows by one. Answers whether there was one. */
  async update(entityName: string, id: string, values: Values): Promise<boolean> {
    const entity = modelOf(this.platform.documents, entityName);
    const columns: Record<string, unknown> = {
      updated_at: this.author.now,
      updated_by: this.author.staffId,
      ...(await this.columnsOf(entity, values)),
    };
    const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    const statement = sql`${prepared}update ${sql.table(entityName)} set ${sql.join(sets)}, version = version + 1 where id = ${id}`;
    const result = await writing(entityName, id, values, () => statement.execute(this.platform.db));
    await attachFiles(entity, id, values, this.platform, this.author);
    await publishAccessChange({ entity: entityName, id, values, isRemoved: false }, this.platform.db);
    return result.numAffectedRows === 1n;
  }

  /** Holds a row for the rest of the transaction, so that rules counting over it run one after another. */
  async lock(entityName: string, id: string): Promise<void> {
    await sql`select 1 from ${sql.table(entityName)} where id = ${id} for no key update`.execute(this.platform.db);
  }

  /** Adds to a counting field. */
  async increase(entityName: string, id: string, key: string, by: number): Promise<void> {
    const column = sql.ref(toColumn(key));
    await sql`update ${sql.table(entityName)} set ${column} = ${column} + ${by}, version = version + 1 where id = ${id}`.execute(
      this.platform.db,
    );
  }

  /** Marks a row deleted. */
  async remove(entityName: string, id: string): Promise<void> {
    await sql`update ${sql.table(entityName)} set deleted_at = ${this.author.now}, updated_at = ${this.author.now}, updated_by = ${this.author.staffId}, version = version + 1 where id = ${id}`.execute(
      this.platform.db,
    );
    await publishAccessChange({ entity: entityName, id, values: {}, isRemoved: true }, this.platform.db);
  }

  /** Takes the deletion mark off a row; a value that has been taken meanwhile comes out as a `ConstraintError`. */
  async restore(entityName: string, record: StoredRecord, values: Values): Promise<void> {
    const entity = modelOf(this.platform.documents, entityName);
    const { id } = record;
    const columns: Record<string, unknown> = {
      deleted_at: null,
      updated_at: this.author.now,
      updated_by: this.author.staffId,
      ...(await this.columnsOf(entity, values)),
    };
    const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    const statement = sql`${prepared}update ${sql.table(entityName)} set ${sql.join(sets)}, version = version + 1 where id = ${id}`;
    await writing(entityName, id, record, () => statement.execute(this.platform.db));
    await publishAccessChange({ entity: entityName, id, values: record, isRemoved: false }, this.platform.db);
  }

  /** The live rows whose fields equal the values (null tests for empty), newest first. */
  async find(entityName: string, values: Values, limit = 100): Promise<readonly StoredRecord[]> {
    const entity = modelOf(this.platform.documents, entityName);
    const live = entity.document.appendOnly === true ? sql`true` : sql`deleted_at is null`;
    const result = await sql<
      Record<string, unknown>
    >`${prepared}select ${rowColumns(entity)} from ${sql.table(entityName)} where ${live} and ${this.#match(entity, values)}
      order by created_at desc, id desc limit ${sql.lit(limit)}`.execute(this.platform.db);
    return result.rows.map((row) => this.toRecord(entity, row));
  }

  /** The first live row whose fields equal the values. */
  async findOne(entityName: string, values: Values): Promise<StoredRecord | undefined> {
    return (await this.find(entityName, values, 1))[0];
  }

  /** How many live rows equal the values and, where given, carry a time at or after the moment. */
  async count(
    entityName: string,
    values: Values,
    since?: { readonly key: string; readonly moment: string },
  ): Promise<number> {
    const entity = modelOf(this.platform.documents, entityName);
    const live = entity.document.appendOnly === true ? sql`true` : sql`deleted_at is null`;
    const recent = since === undefined ? sql`true` : sql`${sql.ref(toColumn(since.key))} >= ${since.moment}`;
    const result = await sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(entityName)} where ${live} and ${recent} and ${this.#match(entity, values)}`.execute(
      this.platform.db,
    );
    return result.rows[0]?.n ?? 0;
  }

  /** A row by column as a record by field key, masked fields in clear; worked-out fields as far as they were asked for. */
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

  #match(entity: EntityModel, values: Values) {
    const tests = Object.entries(values).map(([key, value]) => {
      const field = entity.fields.get(key);
      const column = sql.ref(toColumn(key));
      if (value === null) return sql`${column} is null`;
      if (field?.mask !== undefined && typeof value === 'string')
        return sql`${sql.ref(hashColumn(key))} = ${this.platform.protection.hash(value)}`;
      if (field?.mask !== undefined && Array.isArray(value))
        return sql`${sql.ref(hashColumn(key))} = any(${value.map((item) => this.platform.protection.hash(String(item)))})`;
      return Array.isArray(value) ? sql`${column} = any(${value})` : sql`${column} = ${value}`;
    });
    return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `);
  }

  /** What is written of values: columns, encrypted and hashed where the document says so. */
  protected async columnsOf(entity: EntityModel, values: Values): Promise<Record<string, unknown>> {
    const columns: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(values)) {
      const field = entity.fields.get(key);
      if (field === undefined || !isStored(field)) continue;
      if (field.mask !== undefined) Object.assign(columns, this.#maskedColumns(entity, field, value));
      else columns[toColumn(key)] = field.type === 'json' && value !== null ? JSON.stringify(value) : value;
      if (isSpelled(field))
        columns[pinyinColumn(key)] = typeof value === 'string' ? (await loadSpeller())(value) : null;
    }
    return columns;
  }

  #maskedColumns(entity: EntityModel, field: EntityField, value: unknown): Record<string, unknown> {
    const { protection } = this.platform;
    const text = typeof value === 'string' ? value : null;
    return {
      [toColumn(field.key)]: text === null ? null : protection.encrypt(text),
      ...(hasHash(entity, field) ? { [hashColumn(field.key)]: text === null ? null : protection.hash(text) } : {}),
    };
  }
}
