import { type CompiledQuery, type ConnectionProvider, type DatabaseConnection, Kysely, type QueryResult } from 'kysely';
import type pg from 'pg';
import { KeyedCache } from '../../../engine/model/cache/index.ts';
import type { Database, Db } from '../../kernel/database/db.ts';
import { PipeliningDialect } from './pipelining-driver.ts';

/** Behind it waits what may not be done yet; where it is shut, that is never done. */
export class Gate {
  readonly passed: Promise<void>;
  #open = (): void => undefined;
  #shut = (): void => undefined;

  constructor() {
    this.passed = new Promise((resolve, reject) => {
      this.#open = resolve;
      this.#shut = () => reject(new Error('the gate is shut'));
    });
    // Nothing may be waiting there.
    this.passed.catch(() => undefined);
  }

  open(): void {
    this.#open();
  }

  shut(): void {
    this.#shut();
  }
}

/** One session, twice: as it is, and as it sends before the gate has opened only what reads. */
type GatedSession = { readonly db: Db; readonly gated: Db };

/** A database whose sessions are sent statements before those before them are answered. */
export class PipeliningDatabase extends Kysely<Database> {
  readonly #dialect: PipeliningDialect;

  constructor(pool: pg.Pool) {
    const dialect = new PipeliningDialect({ pool });
    super({ dialect });
    this.#dialect = dialect;
  }

  /**
   * Begins work on one session, which is sent each statement as it comes: those of one moment go out in one packet. It is
   * given back once the gate has opened or is shut and nothing is asked of it: what waits for anything else, such as
   * its turn among dear questions, holds none, and is asked of any session then.
   */
  onOneSession<Answer>(gate: Gate, work: (session: GatedSession) => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const executor = this.getExecutor();
      executor
        .provideConnection((connection) => {
          const lease = new Lease(connection, gate);
          const asItIs = (own: DatabaseConnection) => own;
          const gated = (own: DatabaseConnection) => new GatedConnection(own, gate);
          resolve(
            work({ db: this.#over(lease.shared(executor, asItIs)), gated: this.#over(lease.shared(executor, gated)) }),
          );
          return lease.over;
        })
        .catch(reject);
    });
  }

  #over(provider: ConnectionProvider): Db {
    const dialect = this.#dialect;
    const executor = this.getExecutor().withConnectionProvider(provider);
    return new Kysely<Database>({ config: { dialect }, dialect, driver: dialect.driver, executor });
  }
}

/** A session that is lent out until its gate has been decided and nothing is asked of it. */
class Lease {
  readonly over: Promise<void>;
  readonly #connection: DatabaseConnection;
  #end = (): void => undefined;
  #isLent = true;
  #isDecided = false;
  #asked = 0;

  constructor(connection: DatabaseConnection, gate: Gate) {
    this.#connection = connection;
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
    const decide = () => {
      this.#isDecided = true;
      this.#giveBack();
    };
    gate.passed.then(decide, decide);
  }

  /** Gives this session while it is lent, then any other; as what it gives it, it says. */
  shared(others: ConnectionProvider, as: (own: DatabaseConnection) => DatabaseConnection): ConnectionProvider {
    const lent = as(this.#connection);
    return {
      provideConnection: async (consumer) => {
        if (!this.#isLent) return others.provideConnection((connection) => consumer(as(connection)));
        this.#asked += 1;
        try {
          return await consumer(lent);
        } finally {
          this.#asked -= 1;
          this.#giveBack();
        }
      },
    };
  }

  #giveBack(): void {
    if (!this.#isDecided || this.#asked > 0) return;
    this.#isLent = false;
    this.#end();
  }
}

/**
 * A session that sends at once what only reads, and what holds rows in a transaction just begun; the rest, and all that
 * comes after it, once the gate is open. What takes a transaction back is never held up.
 */
class GatedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #gate: Gate;
  #isWaiting = false;

  constructor(connection: DatabaseConnection, gate: Gate) {
    this.#connection = connection;
    this.#gate = gate;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.sql === 'rollback' || (!this.#isWaiting && changesNothing(query.sql)))
      return this.#connection.executeQuery<Row>(query);
    this.#isWaiting = true;
    return this.#gate.passed.then(() => this.#connection.executeQuery<Row>(query));
  }

  async *streamQuery<Row>(query: CompiledQuery, size?: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#isWaiting = true;
    await this.#gate.passed;
    yield* this.#connection.streamQuery<Row>(query, size);
  }
}

const reading = /^(?:\/\*[^*]*\*\/\s*)?\s*(?:select|with)\b/i;
const holding = /\bfor\s+(?:no\s+key\s+)?update\s*$/i;
const doing =
  /\b(?:insert|update|delete|merge|share|lock|nextval|setval|set_config|pg_(?:try_)?advisory\w*|pg_notify|lo_\w+)\b/i;
const readingTexts = new KeyedCache<{ readonly onlyReads: boolean }>({ max: 2000 });

/**
 * Whether a statement does nothing but read, hold the rows it reads or begin a transaction, by its words: one that seems
 * to do more waits, which costs time and nothing else.
 */
function changesNothing(text: string): boolean {
  if (text === 'begin') return true;
  return readingTexts.of(text, () => ({ onlyReads: reading.test(text) && !doing.test(text.replace(holding, '')) }))
    .onlyReads;
}
