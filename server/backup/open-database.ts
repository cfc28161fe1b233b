import type { Config } from '../config.ts';
import { bootstrapDatabase, type RoleUrls } from '../db/bootstrap.ts';
import { runningPostgres } from '../db/embedded/running.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { embeddedDatabase } from '../embedded-database.ts';

const onTerminal = {
  info: (text: string) => process.stderr.write(`${text}\n`),
  warn: (text: string) => process.stderr.write(`${text}\n`),
};

/**
 * Works with the database of the settings: the outside one, the embedded one that the server runs just now, or else
 * the embedded one started for this alone.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir, secretKey }: Config,
  work: (urls: RoleUrls) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== undefined) return work(await bootstrapDatabase({ adminUrl: databaseUrl, secretKey }));
  const running = runningPostgres(dataDir);
  const own = running === undefined ? await startEmbeddedPostgres({ dataDir, log: onTerminal }) : undefined;
  try {
    const adminUrl = own?.superuserUrl ?? running ?? '';
    return await work(await bootstrapDatabase({ adminUrl, secretKey, database: embeddedDatabase }));
  } finally {
    await own?.stop();
  }
}
