import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const askEvery = 100;

/**
 * Takes an advisory lock for the rest of the session. It asks again and again instead of waiting in the database: a
 * statement that waits keeps a snapshot, and an index that the holder builds beside writers would wait for its end.
 */
export async function takeLock(client: pg.ClientBase, key: number): Promise<void> {
  while (!(await tryLock(client, key))) await pause(askEvery);
}

/** Takes the lock if nobody holds it. */
export async function tryLock(client: pg.ClientBase, key: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [key]);
  return rows[0]?.taken === true;
}
