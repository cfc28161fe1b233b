import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../../kernel/errors/start-error.ts';

const askEvery = 100;

/**
 * Takes an advisory lock for the rest of the session. It asks again and again instead of waiting in the database: a
 * statement that waits keeps a snapshot, and an index that the holder builds beside writers would wait for its end. Who
 * cannot wait for ever says how many milliseconds he does.
 */
export async function takeLock(client: pg.ClientBase, key: number, patience = Number.POSITIVE_INFINITY): Promise<void> {
  const until = Date.now() + patience;
  while (!(await tryLock(client, key))) {
    if (Date.now() > until) throw new StartError('E_TABLES_BUSY', { got: `advisory lock ${key}` });
    await pause(askEvery);
  }
}

/** Takes the lock if nobody holds it. */
export async function tryLock(client: pg.ClientBase, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
  return rows[0]?.taken === true;
}
