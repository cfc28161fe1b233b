import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import { memoizeByIdentity } from '../../../engine/model/cache/index.ts';

/** The dialect of sessions that send a statement before the one before it is answered (`pipeline` of the driver below it). */
export class PipeliningDialect extends PostgresDialect {
  readonly driver: PostgresDriver;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.driver = new PipeliningDriver(config);
  }

  override createDriver(): PostgresDriver {
    return this.driver;
  }
}

/** A statement that calls back once it is handed to its session, long before it is answered: what is sent then comes after it. */
export type ToldQuery = CompiledQuery & { readonly onSent: () => void };

/** A session, whether it tells of statements that are sent, and the answer to its last `begin`. */
const sessionOf = memoizeByIdentity((_connection: DatabaseConnection) => ({
  isTelling: false,
  begun: Promise.resolve(),
}));

class PipeliningDriver extends PostgresDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    const session = sessionOf(connection);
    if (!session.isTelling) tellWhenSent(connection);
    session.isTelling = true;
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
