import type { Logger } from 'pino';
import type { DocumentSet } from '../engine/model/index.ts';
import { hashPassword } from './access/password.ts';
import type { Protection } from './access/protection.ts';
import type { Config } from './config.ts';
import type { RoleUrls } from './db/bootstrap.ts';
import { connectDatabase } from './db/connect.ts';
import { fillDemo } from './db/demo/fill-demo.ts';
import { whileStartingAlone } from './db/start-lock.ts';
import { createIndexes, createTables } from './db/tables.ts';
import { type FirstAccount, fillFirstStart } from './first-start.ts';
import { RecordStore } from './operations/record-store.ts';

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
    if (config.mode === 'production') return await fillFirstStart(connection.db, documents, protection);
    const records = new RecordStore(
      { documents, db: connection.db, protection },
      { staffId: null, now: new Date().toISOString() },
    );
    const isEmpty = (await records.count('staff', {})) === 0;
    if (!isEmpty || config.demoPassword === undefined) return undefined;
    await fillDemo({
      migratorUrl: urls.migratorUrl,
      documents,
      size: config.demoSize,
      protect: protection,
      hashPassword,
      demoPassword: config.demoPassword,
      now: new Date(),
      log: (text) => log.info(text),
    });
    return undefined;
  } finally {
    await connection.close();
  }
}
