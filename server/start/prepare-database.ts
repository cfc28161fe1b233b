import type { Logger } from 'pino';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import type { Config } from '../config/config.ts';
import type { RoleUrls } from '../db/bootstrap/bootstrap.ts';
import { whileStartingAlone } from '../db/bootstrap/start-lock.ts';
import { connectDatabase, inTransaction } from '../db/connection/connect.ts';
import { fillPinyin } from '../db/search/fill-pinyin.ts';
import { fillTails } from '../db/search/fill-tails.ts';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import { fillDemoDatabase, finishDemoDatabase } from '../demo/demo-source.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { systemCaller } from '../kernel/caller/caller.ts';
import { keptSecret, readablePassword } from '../kernel/crypto/kept-secrets.ts';
import type { Protection } from '../kernel/crypto/protection.ts';
import { forgetGoneGrants } from '../permissions/gone-grants.ts';
import { migrations } from '../product/migrations.ts';
import { type FirstAccount, fillFirstStart } from '../seed/first-start.ts';
import { seedContext } from '../seed/seed-context.ts';

export type Preparation = {
  readonly config: Config;
  readonly secretKey: string;
  readonly urls: RoleUrls;
  readonly documents: DocumentSet;
  readonly protection: Protection;
  readonly log: Logger;
};

/** What there is to sign in with. */
export type Accounts = {
  readonly firstAccount: FirstAccount | undefined;
  /** Password of the demo accounts; undefined in production, and where the one they were made with is gone. */
  readonly demoPassword: string | undefined;
};

/** Tables, then data into an empty database, then indexes: what a start needs before it serves, on one node at a time. */
export async function prepareDatabase(preparation: Preparation): Promise<Accounts> {
  const { secretKey, urls, documents, protection, log } = preparation;
  return whileStartingAlone(urls.migratorUrl, async () => {
    const changed = await createTables({
      urls,
      documents,
      migrations,
      secretKey,
      onPostponed: (what) => log.warn(`postponed until older nodes are gone: ${what}`),
    });
    if (changed.length > 0) log.info(`${changed.length} changes to tables`);
    const { isLoaded, ...accounts } = await fillEmpty(preparation);
    await fillPinyin({ migratorUrl: urls.migratorUrl, documents });
    await fillTails({ migratorUrl: urls.migratorUrl, documents, protection });
    await createIndexes({ urls, documents, isAlone: isLoaded });
    const finishing = { documents, protection, migratorUrl: urls.migratorUrl, now: new Date().toISOString() };
    if (isLoaded) await finishDemoDatabase(finishing);
    await tidyGrants(preparation);
    return accounts;
  });
}

/** Before anybody is served: what roles still give of what has long been gone is given no more. */
async function tidyGrants({ urls, documents, protection, log }: Preparation): Promise<void> {
  const connection = connectDatabase({ url: urls.migratorUrl, max: 1 });
  try {
    const now = new Date().toISOString();
    const changed = await inTransaction(connection.db, (db) =>
      forgetGoneGrants({ ...seedContext({ db, documents, protection, now }), caller: systemCaller }),
    );
    if (changed > 0) log.warn(`${changed} roles lost grants that the documents have not had for more than a day`);
  } finally {
    await connection.close();
  }
}

/** Loaded just now means that nobody serves from it yet. */
type Filled = Accounts & { readonly isLoaded: boolean };

async function fillEmpty({ config, urls, documents, protection, log }: Preparation): Promise<Filled> {
  const connection = connectDatabase({ url: urls.migratorUrl, max: 1 });
  try {
    const seeding = { db: connection.db, documents, protection, now: new Date().toISOString() };
    if (config.mode === 'production')
      return { firstAccount: await fillFirstStart(seeding), demoPassword: undefined, isLoaded: false };
    const none = { firstAccount: undefined, demoPassword: config.demoPassword, isLoaded: false };
    if ((await seedContext(seeding).records.count('staff', {})) > 0) return none;
    const { demoSize: size } = config;
    const password = config.demoPassword ?? keptSecret(config.demoPasswordFile, readablePassword);
    await fillDemoDatabase({
      ...seeding,
      migratorUrl: urls.migratorUrl,
      files: createFileStore(config.filesDir),
      size,
      password,
      log: (text) => log.info(text),
    });
    return { ...none, demoPassword: password, isLoaded: true };
  } finally {
    await connection.close();
  }
}
