import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';

/** The dialect of sessions that send a statement before the one before it is answered (`pipeline` of the driver below it). */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new PipeliningDriver(this.#config);
  }
}

const whenSent = new WeakMap<CompiledQuery, () => void>();

/** Calls back once the statement is handed to its session, long before it is answered: what is sent then comes after it. */
export function onSent(query: CompiledQuery, done: () => void): void {
  whenSent.set(query, done);
}

class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>();
  readonly #telling = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    if (!this.#telling.has(connection)) tellWhenSent(connection);
    this.#telling.add(connection);
    return connection;
  }

  /**
   * Sends `begin` without waiting for its answer: it goes out with the first statement of the transaction, in one packet
   * and one round trip. What broke it is thrown at the latest by the commit.
   */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    // Thrown where it is waited for.
    begun.catch(() => undefined);
    this.#begun.set(connection, begun);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await Promise.all([this.#begun.get(connection), super.commitTransaction(connection)]);
  }
}

function tellWhenSent(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = <Row>(query: CompiledQuery) => {
    const answer = execute<Row>(query);
    whenSent.get(query)?.();
    return answer;
  };
}
