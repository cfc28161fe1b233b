import type { Logger } from 'pino';
import type { DocumentSet } from '../engine/model/index.ts';
import type { Protection } from './access/protection.ts';
import type { Config } from './config.ts';
import type { RoleUrls } from './db/bootstrap.ts';
import { connectDatabase } from './db/connect.ts';
import { whileStartingAlone } from './db/start-lock.ts';
import { createIndexes, createTables } from './db/tables.ts';
import { fillDemoDatabase } from './demo/demo-source.ts';
import { type FirstAccount, fillFirstStart } from './first-start.ts';
import { seedContext } from './seed-context.ts';

export type Preparation = {
  readonly config: Config;
  readonly urls: RoleUrls;
  readonly documents: DocumentSet;
  readonly protection: Protection;
  readonly log: Logger;
};

/** Tables, then data into an empty database, then indexes: what a start needs before it serves, on one node at a time. */
export async function prepareDatabase(
  preparation: Preparation,
): Promise<{ readonly firstAccount: FirstAccount | undefined }> {
  const { config, urls, documents, log } = preparation;
  return whileStartingAlone(urls.migratorUrl, async () => {
    const changed = await createTables({ urls, documents, secretKey: config.secretKey });
    if (changed.length > 0) log.info(`${changed.length} changes to tables`);
    const firstAccount = await fillEmpty(preparation);
    await createIndexes({ urls, documents });
    return { firstAccount };
  });
}

async function fillEmpty({ config, urls, documents, protection, log }: Preparation): Promise<FirstAccount | undefined> {
  const connection = connectDatabase({ url: urls.migratorUrl, max: 1 });
  try {
    const seeding = { db: connection.db, documents, protection, now: new Date().toISOString() };
    if (config.mode === 'production') return await fillFirstStart(seeding);
    const isEmpty = (await seedContext(seeding).records.count('staff', {})) === 0;
    if (!isEmpty || config.demoPassword === undefined) return undefined;
    const { demoSize: size, demoPassword: password } = config;
    await fillDemoDatabase({
      ...seeding,
      migratorUrl: urls.migratorUrl,
      size,
      password,
      log: (text) => log.info(text),
    });
    return undefined;
  } finally {
    await connection.close();
  }
}
