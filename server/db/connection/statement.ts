import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import { KeyedCache, memoizeByIdentity } from '../../../engine/model/cache/index.ts';
import type { Db } from '../../kernel/database/db.ts';
import type { ToldQuery } from './pipelining-driver.ts';

/** Stands in a statement for a value that each run gives, by its place among them. */
export class Placeholder {
  constructor(readonly place: number) {}
}

/** A query that a session has got; `answer` is to be waited for. */
export type QueuedQuery = { readonly answer: Promise<unknown> };

type Compiled = { readonly text: string; readonly values: readonly unknown[] };

/** A statement whose text is made once, when it first runs, and then runs with other values. */
export class Statement<Row> {
  #made: RawBuilder<Row> | Compiled;

  constructor(builder: RawBuilder<Row>) {
    this.#made = builder;
  }

  /** Runs it; values the builder holds stay as they are, each `Placeholder` takes its own. */
  run(db: Db, ...given: readonly unknown[]): Promise<QueryResult<Row>> {
    return db.executeQuery<Row>(this.#filled(db, given));
  }

  /** The same, waiting only until it is sent; `answer` is to be waited for. */
  async send(db: Db, ...given: readonly unknown[]): Promise<{ readonly answer: Promise<QueryResult<Row>> }> {
    const told = { ...this.#filled(db, given), onSent: () => undefined };
    const sent = new Promise<void>((done) => Object.assign(told, { onSent: done }));
    const answer = db.executeQuery<Row>(told satisfies ToldQuery);
    // A session that is lost sends nothing.
    await Promise.race([sent, answer]);
    return { answer };
  }

  /**
   * Hands it to its session behind those that are not answered yet, in a transaction too: there each else waits for the
   * one before it. Waits only until it is handed over.
   */
  async queue(db: Db, ...given: readonly unknown[]): Promise<QueuedQuery> {
    const query = this.#filled(db, given);
    if (!db.isTransaction) return { answer: db.executeQuery<Row>(query) };
    return db.getExecutor().provideConnection(async (connection) => ({ answer: connection.executeQuery<Row>(query) }));
  }

  #filled(db: Db, given: readonly unknown[]): CompiledQuery {
    if (!('text' in this.#made)) {
      const { sql: text, parameters: values } = this.#made.compile(db);
      this.#made = { text, values };
    }
    const { text, values } = this.#made;
    return CompiledQuery.raw(
      text,
      values.map((value) => (value instanceof Placeholder ? given[value.place] : value)),
    );
  }
}

const maxStatements = 200;

/** Statements by what they are about and by what tells them apart. */
export class StatementCache<Row> {
  readonly #about = memoizeByIdentity((_about: object) => new KeyedCache<Statement<Row>>({ max: maxStatements }));

  /** The statement about a thing (an entity, say) that is known by this key. */
  of(about: object, key: string, make: () => RawBuilder<Row>): Statement<Row> {
    return this.#about(about).of(key, () => new Statement(make()));
  }
}
