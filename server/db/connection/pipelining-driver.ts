import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionSettings,
} from 'kysely';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';

/** The dialect of sessions that send a statement before the one before it is answered (`pipeline` of the driver below it). */
export class PipeliningDialect extends PostgresDialect {
  readonly driver: PostgresDriver;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.driver = new PipeliningDriver(config, this);
  }

  override createDriver(): PostgresDriver {
    return this.driver;
  }
}

/** A statement that calls back once it is handed to its session, long before it is answered: what is sent then comes after it. */
export type ToldQuery = CompiledQuery & { readonly onSent: () => void };

/** A session, the dialect of which it is as soon as it tells of statements that are sent, and the answer to its last `begin`. */
type Session = { dialect: PipeliningDialect | undefined; begun: Promise<void> };

const sessionOf = memoizeByIdentity(
  (_connection: DatabaseConnection): Session => ({ dialect: undefined, begun: Promise.resolve() }),
);

/**
 * The same transaction, of which each statement is sent as it comes: those that are asked together go out in one packet.
 * Kysely's own waits for the answer to each before it sends the next.
 */
export async function sentAsAsked<Tables>(transaction: Transaction<Tables>): Promise<Transaction<Tables>> {
  const executor = transaction.getExecutor();
  const connection = await executor.provideConnection(async (own) => own);
  const { dialect } = sessionOf(connection);
  if (dialect === undefined) return transaction;
  const { driver } = dialect;
  const sent = executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) });
  return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor: sent });
}

class PipeliningDriver extends PostgresDriver {
  readonly #dialect: PipeliningDialect;

  constructor(config: PostgresDialectConfig, dialect: PipeliningDialect) {
    super(config);
    this.#dialect = dialect;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const session = sessionOf(connection);
    if (session.dialect === undefined) tellWhenSent(connection);
    session.dialect = this.#dialect;
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
    sessionOf(connection).begun = begun;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await Promise.all([sessionOf(connection).begun, super.commitTransaction(connection)]);
  }
}

function tellWhenSent(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = <Row>(query: CompiledQuery) => {
    const answer = execute<Row>(query);
    if (isTold(query)) query.onSent();
    return answer;
  };
}

function isTold(query: CompiledQuery): query is ToldQuery {
  return 'onSent' in query && typeof query.onSent === 'function';
}
