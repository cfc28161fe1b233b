import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/connection/prepared.ts';
import { Placeholder, type Statement, StatementCache } from '../../db/connection/statement.ts';
import { newId } from '../../kernel/crypto/new-id.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { MadeRow } from '../../kernel/operation/made-row.ts';
import type { Author, RowValues, StoragePlatform, StoredRecord, Values } from '../../kernel/operation/record-store.ts';
import { writing } from '../store/constraint-error.ts';
import { SentStatements } from '../store/sent-statements.ts';
import { SqlRecordStore } from '../store/sql-record-store.ts';

type WaitingRow = {
  readonly entity: string;
  readonly id: string;
  readonly values: Values;
  readonly isNew: boolean;
};

const statements = new StatementCache<unknown>();

/**
 * The same store for one change, or for a set of changes that is done together: rows that nothing of it waits for (its
 * log, what belongs to a new row, the changed row itself where nothing follows) go out together before anything else of
 * the store is asked, and at the latest with `settle`. A rule they break shows then.
 */
export class UnitOfWork extends SqlRecordStore {
  /** What was inserted or waits to be, in order. */
  readonly made: MadeRow[] = [];
  #waiting: WaitingRow[] = [];
  readonly #waitingOf = new Set<string>();
  readonly #sent = new SentStatements();

  /** `isSet` lets many rows of a table wait, `during` a set: a broken rule then does not tell which of them broke it. */
  constructor(
    platform: StoragePlatform,
    author: Author,
    readonly isSet = false,
  ) {
    super(platform, author);
  }

  /** Does a set of changes, whose statements go out without waiting for one another, and waits for what comes of them. */
  during<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    return this.#sent.during(work);
  }

  protected override sending(work: (sent: SentStatements) => Promise<void>): Promise<void> {
    return this.isSet ? work(this.#sent) : super.sending(work);
  }

  override async insertLater(entityName: string, values: Values, id = newId()): Promise<string> {
    await this.#wait({ entity: entityName, id, values, isNew: true });
    this.made.push({ entity: entityName, id });
    return id;
  }

  override async updateLater(entityName: string, id: string, values: Values, old?: StoredRecord): Promise<void> {
    if (this.isSet || this.isFollowed(entityName, values)) await this.update(entityName, id, values, old);
    else await this.#wait({ entity: entityName, id, values, isNew: false });
  }

  async #wait(row: WaitingRow): Promise<void> {
    if (!this.isSet && this.#waitingOf.has(row.entity)) await this.settle();
    this.#waiting.push(row);
    this.#waitingOf.add(row.entity);
  }

  /**
   * Sends what waits without waiting for its answer, where nothing but the commit comes after it: no rule is to be asked
   * of what was changed, and nobody is to hear of it. Undefined where something does; then nothing is sent.
   */
  async sendLast(): Promise<{ readonly answer: Promise<unknown> } | undefined> {
    if (this.isSet || this.touched.isAny || this.#waiting.some(({ entity, values }) => this.isFollowed(entity, values)))
      return undefined;
    const rows = this.#takeWaiting();
    const together = rows.length === 0 ? undefined : await this.#together(rows);
    if (together === undefined) return { answer: Promise.resolve() };
    const { answer } = await together.statement.send(this.platform.db, ...together.values);
    return { answer: writing(together.written, () => answer) };
  }

  #takeWaiting(): readonly WaitingRow[] {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#waitingOf.clear();
    return rows;
  }

  override async settle(): Promise<void> {
    const rows = this.#takeWaiting();
    if (rows.length === 0) return;
    if (this.isSet) await this.#insertByEntity(rows);
    else await this.#writeTogether(rows);
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

  async #writeTogether(rows: readonly WaitingRow[]): Promise<void> {
    const together = await this.#together(rows);
    if (together === undefined) return;
    await writing(together.written, () => together.statement.run(this.platform.db, ...together.values));
    for (const { entity, id, values, isNew } of rows)
      if (isNew) await this.afterInsert(modelOf(this.platform.documents, entity), id, values);
  }

  /** One statement for one row of each table. */
  async #together(rows: readonly WaitingRow[]): Promise<Together | undefined> {
    const complete: CompleteRow[] = [];
    for (const { entity: name, id, values, isNew } of rows) {
      const entity = modelOf(this.platform.documents, name);
      const columns = isNew ? await this.newRow(entity, values, id) : await this.changedColumns(entity, id, values);
      complete.push(isNew ? { entity: name, values, columns } : { entity: name, values, columns, id });
    }
    const [first, ...others] = complete;
    if (first === undefined) return undefined;
    const shape = complete.map(
      ({ entity, columns, id }) => `${id === undefined ? '' : 'update '}${entity}(${Object.keys(columns).join()})`,
    );
    return {
      statement: statements.of(this.platform.documents, shape.join(), () => writingOf(complete)),
      values: complete.flatMap(({ columns, id }) => [...Object.values(columns), ...(id === undefined ? [] : [id])]),
      written: [first, ...others],
    };
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

/** A row with all its columns; with its id where it was there before. */
type CompleteRow = {
  readonly entity: string;
  readonly values: Values;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly id?: string;
};

/** A statement that writes rows of several tables, its values, and the rows for what it breaks. */
type Together = {
  readonly statement: Statement<unknown>;
  readonly values: readonly unknown[];
  readonly written: readonly [CompleteRow, ...CompleteRow[]];
};

function writingOf(rows: readonly CompleteRow[]): RawBuilder<unknown> {
  let place = 0;
  const writes = rows.map(({ entity, columns, id }) => {
    const names = Object.keys(columns).map((name) => sql.ref(name));
    const values = names.map(() => new Placeholder(place++));
    if (id === undefined)
      return sql`insert into ${sql.table(entity)} (${sql.join(names)}) values (${sql.join(values)})`;
    const sets = names.map((name, at) => sql`${name} = ${values[at]}`);
    return sql`update ${sql.table(entity)} set ${sql.join(sets)}, version = version + 1 where id = ${new Placeholder(place++)}`;
  });
  const last = writes.pop();
  if (writes.length === 0) return sql`${prepared}${last}`;
  const before = writes.map((write, at) => sql`${sql.ref(`row_${at}`)} as (${write})`);
  return sql`${prepared}with ${sql.join(before)} ${last}`;
}
