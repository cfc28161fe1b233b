import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { bootstrapLock } from '../bootstrap/bootstrap.ts';
import { takeLock } from '../connection/advisory-lock.ts';

/** How long a change may make others wait behind it, and how long it tries again before it gives up. */
const lockPatience = '1s';
const totalPatience = 120_000;

/** A session of the migrator's, and the statements it changed something with. */
export class MigratorSession {
  readonly statements: string[] = [];

  constructor(readonly client: pg.ClientBase) {}

  /** Runs a statement by itself, for which a lock that hinders nobody may be waited for as long as it takes. */
  async run(statement: string): Promise<void> {
    this.statements.push(statement);
    await this.client.query('set lock_timeout = 0');
    await this.client.query(statement);
  }

  /**
   * Runs work in one transaction. Whoever waits for an exclusive lock makes everybody wait who comes after; so a lock
   * that is not to be had within a second is let go, and all of the work done again a little later.
   */
  async transaction<T>(work: (statements: string[]) => Promise<T>, patience = totalPatience): Promise<T> {
    const begin = Date.now();
    for (let tries = 1; ; tries++) {
      const statements: string[] = [];
      try {
        await this.client.query('begin');
        await this.client.query(`set local lock_timeout = '${lockPatience}'`);
        const result = await work(statements);
        await this.client.query('commit');
        this.statements.push(...statements);
        return result;
      } catch (error) {
        await this.client.query('rollback').catch(() => undefined);
        // Not to be had in time; or the other way round, two that waited for each other.
        if (!['55P03', '40P01'].includes(codeOf(error) ?? '')) throw error;
        if (Date.now() - begin > patience) throw new StartError('E_TABLES_BUSY', { got: messageOf(error) });
        await pause(Math.random() * 200 * Math.min(tries, 10));
      }
    }
  }

  /** The same for a list of statements. */
  apply(statements: readonly string[]): Promise<void> {
    return this.transaction(async (done) => {
      for (const statement of statements) {
        done.push(statement);
        await this.client.query(statement);
      }
    });
  }
}

/** Opens a session that alone may change tables until it ends; a second node waits and then finds nothing to do. */
export async function asMigrator<T>(
  migratorUrl: string,
  work: (session: MigratorSession) => Promise<T>,
  lockPatience = Number.POSITIVE_INFINITY,
): Promise<T> {
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'tables', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Held by the session, not a transaction: it lasts over all steps, and ends when the process is killed.
    await takeLock(client, bootstrapLock, lockPatience);
    return await work(new MigratorSession(client));
  } finally {
    // Ending the session rolls back whatever was not committed.
    await client.end();
  }
}
