import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, StatementCache } from '../../db/connection/statement.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { MadeRow } from '../../kernel/operation/made-row.ts';
import type { Author, RowValues, StoragePlatform, Values } from '../../kernel/operation/record-store.ts';
import { writing } from '../store/constraint-error.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

type WaitingRow = {
  readonly entity: string;
  readonly id: string;
  readonly values: Values;
};

const statements = new StatementCache<unknown>();

/**
 * The same store for one change, or for a set of changes that is done together: rows that nothing of it waits for (its
 * log, what belongs to a new row) go out together before anything else of the store is asked, and at the latest with
 * `settle`. A rule they break shows then.
 */
export class UnitOfWork extends SqlRecordStore {
  /** What was inserted or waits to be, in order. */
  readonly made: MadeRow[] = [];
  #waiting: WaitingRow[] = [];
  readonly #waitingOf = new Set<string>();

  /** `isSet` lets many rows of a table wait: a broken rule then does not tell which of them broke it. */
  constructor(
    platform: StoragePlatform,
    author: Author,
    readonly isSet = false,
  ) {
    super(platform, author);
  }

  override async insertLater(entityName: string, values: Values, id = newId()): Promise<string> {
    if (!this.isSet && this.#waitingOf.has(entityName)) await this.settle();
    this.#waiting.push({ entity: entityName, id, values });
    this.#waitingOf.add(entityName);
    this.made.push({ entity: entityName, id });
    return id;
  }

  override async settle(): Promise<void> {
    const rows = this.#waiting;
    if (rows.length === 0) return;
    this.#waiting = [];
    this.#waitingOf.clear();
    if (this.isSet) await this.#insertByEntity(rows);
    else await this.#insertTogether(rows);
  }

  /** A statement for each table, in the order in which they were first written to. */
  async #insertByEntity(rows: readonly WaitingRow[]): Promise<void> {
    const byEntity = new Map<string, WaitingRow[]>();
    for (const row of rows) {
      const own = byEntity.get(row.entity) ?? [];
      byEntity.set(row.entity, own);
      own.push(row);
    }
    for (const [entity, own] of byEntity) await super.insertMany(entity, own);
  }

  /** One statement for one row of each table. */
  async #insertTogether(rows: readonly WaitingRow[]): Promise<void> {
    const { documents, db } = this.platform;
    const complete: InsertedRow[] = [];
    for (const { entity, id, values } of rows)
      complete.push({ entity, values, columns: await this.newRow(modelOf(documents, entity), values, id) });
    const [first, ...others] = complete;
    if (first === undefined) return;
    const shape = complete.map(({ entity, columns }) => `${entity}(${Object.keys(columns).join()})`).join();
    const statement = statements.of(documents, shape, () => insertionOf(complete));
    const values = complete.flatMap(({ columns }) => Object.values(columns));
    await writing([first, ...others], () => statement.run(db, ...values));
    for (const { entity, id, values: own } of rows) await this.afterInsert(modelOf(documents, entity), id, own);
  }

  override async insert(entityName: string, values: Values, id = newId()): Promise<string> {
    await this.settle();
    this.made.push({ entity: entityName, id });
    return super.insert(entityName, values, id);
  }

  override async insertMany(entityName: string, rows: readonly RowValues[]): Promise<void> {
    await this.settle();
    this.made.push(...rows.map(({ id }) => ({ entity: entityName, id })));
    return super.insertMany(entityName, rows);
  }

  override async update(...parameters: Parameters<SqlRecordStore['update']>): Promise<boolean> {
    await this.settle();
    return super.update(...parameters);
  }

  override async updateMany(...parameters: Parameters<SqlRecordStore['updateMany']>): Promise<void> {
    await this.settle();
    return super.updateMany(...parameters);
  }

  override async lock(...parameters: Parameters<SqlRecordStore['lock']>): Promise<void> {
    await this.settle();
    return super.lock(...parameters);
  }

  override async lockOne(...parameters: Parameters<SqlRecordStore['lockOne']>): ReturnType<SqlRecordStore['lockOne']> {
    await this.settle();
    return super.lockOne(...parameters);
  }

  override async lockMany(
    ...parameters: Parameters<SqlRecordStore['lockMany']>
  ): ReturnType<SqlRecordStore['lockMany']> {
    await this.settle();
    return super.lockMany(...parameters);
  }

  protected override async holdAll(...parameters: Parameters<SqlRecordStore['holdAll']>): Promise<void> {
    await this.settle();
    return super.holdAll(...parameters);
  }

  override async pick(...parameters: Parameters<SqlRecordStore['pick']>): ReturnType<SqlRecordStore['pick']> {
    await this.settle();
    return super.pick(...parameters);
  }

  override async downFrom(...parameters: Parameters<SqlRecordStore['downFrom']>): Promise<ReadonlySet<string>> {
    await this.settle();
    return super.downFrom(...parameters);
  }

  override async tally(...parameters: Parameters<SqlRecordStore['tally']>): ReturnType<SqlRecordStore['tally']> {
    await this.settle();
    return super.tally(...parameters);
  }

  override async replace(...parameters: Parameters<SqlRecordStore['replace']>): Promise<number> {
    await this.settle();
    return super.replace(...parameters);
  }

  override async increase(...parameters: Parameters<SqlRecordStore['increase']>): Promise<void> {
    await this.settle();
    return super.increase(...parameters);
  }

  override async remove(...parameters: Parameters<SqlRecordStore['remove']>): Promise<void> {
    await this.settle();
    return super.remove(...parameters);
  }

  override async restore(...parameters: Parameters<SqlRecordStore['restore']>): Promise<void> {
    await this.settle();
    return super.restore(...parameters);
  }

  override async find(...parameters: Parameters<SqlRecordStore['find']>): ReturnType<SqlRecordStore['find']> {
    await this.settle();
    return super.find(...parameters);
  }

  override async upFrom(...parameters: Parameters<SqlRecordStore['upFrom']>): ReturnType<SqlRecordStore['upFrom']> {
    await this.settle();
    return super.upFrom(...parameters);
  }

  override async count(...parameters: Parameters<SqlRecordStore['count']>): Promise<number> {
    await this.settle();
    return super.count(...parameters);
  }
}

type InsertedRow = {
  readonly entity: string;
  readonly values: Values;
  readonly columns: Readonly<Record<string, unknown>>;
};

function insertionOf(rows: readonly InsertedRow[]): RawBuilder<unknown> {
  let place = 0;
  const inserts = rows.map(({ entity, columns }) => {
    const names = Object.keys(columns);
    const values = names.map(() => new Placeholder(place++));
    return sql`insert into ${sql.table(entity)} (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(values)})`;
  });
  const last = inserts.pop();
  if (inserts.length === 0) return sql`${prepared}${last}`;
  const before = inserts.map((insert, at) => sql`${sql.ref(`row_${at}`)} as (${insert})`);
  return sql`${prepared}with ${sql.join(before)} ${last}`;
}
