import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { Config } from '../config/config.ts';
import { embeddedDatabase } from '../config/embedded-database.ts';
import { type Bootstrapped, bootstrapDatabase } from '../db/bootstrap/bootstrap.ts';
import { sealedColumns } from '../db/bootstrap/key-check.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { runningPostgres } from '../db/embedded/running.ts';

const onTerminal = {
  info: (text: string) => process.stderr.write(`${text}\n`),
  warn: (text: string) => process.stderr.write(`${text}\n`),
};

/**
 * Works with the database of the settings: the outside one, the embedded one that the server runs just now, or else
 * the embedded one started for this alone. Where no key is known none is made.
 */
export async function withDatabase<T>(
  { databaseUrl, dataDir, secretKey }: Config,
  documents: DocumentSet,
  work: (database: Bootstrapped) => Promise<T>,
): Promise<T> {
  const options = { secretKey, sealed: sealedColumns(documents) };
  if (databaseUrl !== undefined) return work(await bootstrapDatabase({ ...options, adminUrl: databaseUrl }));
  const running = runningPostgres(dataDir);
  const own = running === undefined ? await startEmbeddedPostgres({ dataDir, log: onTerminal }) : undefined;
  try {
    const adminUrl = own?.superuserUrl ?? running ?? '';
    return await work(await bootstrapDatabase({ ...options, adminUrl, database: embeddedDatabase }));
  } finally {
    await own?.stop();
  }
}
