import path from 'node:path';
import type { LoadReport } from '../../db/load/load-tables.ts';
import { createIndexes } from '../../db/tables/tables.ts';
import { createFileStore } from '../../files/store/file-store.ts';
import { hashPassword } from '../../kernel/crypto/password.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { readDocuments } from '../../product/documents.ts';
import { createTestDatabase, filesOf, type TestDatabase } from '../../testing/test-database.ts';
import { fillDemo } from './fill-demo.ts';

/** What the demo is made of. */
export const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../../schemas'));
/** A Wednesday, three in the afternoon in Shanghai: when the rows are made. */
export const afternoon = new Date('2026-03-18T07:00:00Z');
/** What the accounts of the demo sign in with. */
export const demoPassword = 'demo-Pass1';

/** A database with the demo data. */
export type Filled = {
  readonly database: TestDatabase;
  readonly report: LoadReport | undefined;
  fill(options?: { now?: Date; seed?: number }): Promise<LoadReport | undefined>;
  one(query: string, values?: readonly unknown[]): Promise<Record<string, unknown>>;
  count(query: string, values?: readonly unknown[]): Promise<number>;
  close(): Promise<void>;
};

/** Makes one, with its indexes and foreign keys. */
export async function fillNew(first: { now?: Date; seed?: number } = {}): Promise<Filled> {
  const database = await createTestDatabase();
  const protect = createProtection(database.secretKey);
  const fill: Filled['fill'] = ({ now = afternoon, seed } = {}) =>
    fillDemo({
      migratorUrl: database.migratorUrl,
      documents,
      size: 'small',
      protect,
      hashPassword,
      keepFile: createFileStore(filesOf(database)).writeAt,
      demoPassword,
      now,
      ...(seed === undefined ? {} : { seed }),
    });
  const report = await fill(first);
  // Makes the foreign keys, and so checks that every reference leads somewhere.
  await createIndexes({ urls: database, documents });
  const one: Filled['one'] = async (query, values = []) => (await database.rows(query, values))[0] ?? {};
  return {
    database,
    report,
    fill,
    one,
    count: async (query, values) => Number((await one(query, values)).count),
    close: () => database.drop(),
  };
}
