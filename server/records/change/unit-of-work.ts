import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, StatementCache } from '../../db/connection/statement.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { MadeRow } from '../../kernel/operation/made-row.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { writing } from '../store/constraint-error.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

type WaitingRow = {
  readonly entity: string;
  readonly id: string;
  readonly values: Values;
  readonly columns: Readonly<Record<string, unknown>>;
};

const statements = new StatementCache<unknown>();

/**
 * The same store for one change: rows that nothing of the change waits for (its log, what belongs to a new row) go out
 * together with one statement, before anything else of the store is asked and at the latest with `settle`. A rule they
 * break shows then.
 */
export class UnitOfWork extends SqlRecordStore {
  /** What was inserted, in order. */
  readonly made: MadeRow[] = [];
  #waiting: WaitingRow[] = [];

  override async insertLater(entityName: string, values: Values, id = newId()): Promise<string> {
    // Of one table only one row waits, so that a broken rule tells which row broke it.
    if (this.#waiting.some(({ entity }) => entity === entityName)) await this.settle();
    const columns = await this.newRow(modelOf(this.platform.documents, entityName), values, id);
    this.#waiting.push({ entity: entityName, id, values, columns });
    return id;
  }

  override async settle(): Promise<void> {
    const rows = this.#waiting;
    const [first, ...others] = rows;
    if (first === undefined) return;
    this.#waiting = [];
    const { documents, db } = this.platform;
    const shape = rows.map(({ entity, columns }) => `${entity}(${Object.keys(columns).join()})`).join();
    const statement = statements.of(documents, shape, () => insertionOf(rows));
    const values = rows.flatMap(({ columns }) => Object.values(columns));
    await writing([first, ...others], () => statement.run(db, ...values));
    for (const { entity, id, values } of rows) await this.afterInsert(modelOf(documents, entity), id, values);
  }

  override async insert(...parameters: Parameters<SqlRecordStore['insert']>): Promise<string> {
    await this.settle();
    return super.insert(...parameters);
  }

  protected override async afterInsert(...parameters: Parameters<SqlRecordStore['afterInsert']>): Promise<void> {
    const [entity, id] = parameters;
    this.made.push({ entity: entity.document.name, id });
    return super.afterInsert(...parameters);
  }

  override async update(...parameters: Parameters<SqlRecordStore['update']>): Promise<boolean> {
    await this.settle();
    return super.update(...parameters);
  }

  override async lock(...parameters: Parameters<SqlRecordStore['lock']>): Promise<void> {
    await this.settle();
    return super.lock(...parameters);
  }

  override async lockOne(...parameters: Parameters<SqlRecordStore['lockOne']>): ReturnType<SqlRecordStore['lockOne']> {
    await this.settle();
    return super.lockOne(...parameters);
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

function insertionOf(rows: readonly WaitingRow[]): RawBuilder<unknown> {
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
