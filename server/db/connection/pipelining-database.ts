import { type CompiledQuery, type DatabaseConnection, Kysely, type QueryResult } from 'kysely';
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

  /** Works on one session, which is sent each statement as it comes: those of one moment go out in one packet. */
  onOneSession<Answer>(gate: Gate, work: (session: GatedSession) => Promise<Answer>): Promise<Answer> {
    return this.getExecutor().provideConnection((connection) =>
      work({ db: this.#over(connection), gated: this.#over(new GatedConnection(connection, gate)) }),
    );
  }

  #over(connection: DatabaseConnection): Db {
    const dialect = this.#dialect;
    const provider = {
      provideConnection: <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => consumer(connection),
    };
    const executor = this.getExecutor().withConnectionProvider(provider);
    return new Kysely<Database>({ config: { dialect }, dialect, driver: dialect.driver, executor });
  }
}

/** A session that sends at once what only reads; the rest, and all that comes after it, once the gate is open. */
class GatedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #gate: Gate;
  #isWaiting = false;

  constructor(connection: DatabaseConnection, gate: Gate) {
    this.#connection = connection;
    this.#gate = gate;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#isWaiting && onlyReads(query.sql)) return this.#connection.executeQuery<Row>(query);
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
const doing =
  /\b(?:insert|update|delete|merge|share|lock|nextval|setval|set_config|pg_(?:try_)?advisory\w*|pg_notify|lo_\w+)\b/i;
const readingTexts = new KeyedCache<{ readonly onlyReads: boolean }>({ max: 2000 });

/** Whether a statement does nothing but read, by its words: one that seems to do more waits, which costs time and nothing else. */
function onlyReads(text: string): boolean {
  return readingTexts.of(text, () => ({ onlyReads: reading.test(text) && !doing.test(text) })).onlyReads;
}
