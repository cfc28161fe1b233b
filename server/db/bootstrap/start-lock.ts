import pg from 'pg';
import { takeLock } from '../connection/advisory-lock.ts';

const startLock = 7_201_953;

/** Runs the work while no other node starts on the same database: tables, demo data and indexes are made by one of them. */
export async function whileStartingAlone<T>(migratorUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'start', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeLock(client, startLock);
    return await work();
  } finally {
    await client.end();
  }
}
