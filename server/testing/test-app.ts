import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { faultMessage } from '../../engine/model/faults/index.ts';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { buildApp } from '../app.ts';
import { assemble, type PlatformParts } from '../assemble.ts';
import { type Connection, connectDatabase } from '../db/connection/connect.ts';
import { DatabaseHealth } from '../db/connection/health.ts';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import { fillFromDocuments } from '../demo/fill-documents.ts';
import { EventFeed } from '../events/event-feed.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import type { RuleContext } from '../kernel/operation/domain-rules.ts';
import type { RecordStore, Values } from '../kernel/operation/record-store.ts';
import { readDocuments } from '../product/documents.ts';
import { migrations } from '../product/migrations.ts';
import { type Seeding, seedContext } from '../seed/seed-context.ts';

import { testPassword, testPasswordHash } from './company.ts';
import { testPublicUrl, testSms } from './job-worker.ts';
import { createTestDatabase, filesOf, type TestDatabase } from './test-database.ts';

const root = path.resolve(import.meta.dirname, '../..');

export { testPassword, testPasswordHash };

/** What the students' app signs with in tests. */
export const testStudentSecret = 'students-of-the-tests';

/** A small company on a database of its own, with the server in front of it. */
export type TestApp = {
  readonly app: FastifyInstance;
  readonly documents: DocumentSet;
  readonly database: TestDatabase;
  readonly connection: Connection;
  readonly records: RecordStore;
  /** Ids of what `company` made: departments, projects, pool and staff by name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Calls an operation as a member of staff (signed in on first use). */
  call<Data = Record<string, unknown>>(
    account: string | undefined,
    path: string,
    body?: Values,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Envelope<Data>>;
  /** The token of a member of staff (signed in on first use). */
  token(account: string): Promise<string>;
  close(): Promise<void>;
};

/** Starts it. Staff: sales and sales2 of group 1, sales3 of group 2, group_leader of group 1, manager over both, promoter, admin. */
export async function startTestApp(
  more: Pick<PlatformParts, 'telephony' | 'uploadDailyBytes'> = {},
  /** The way to the database, where something stands between. */
  wayTo = async (url: string) => url,
): Promise<TestApp> {
  const database = await createTestDatabase({ of: 'company' });
  const reached = { ...database, appUrl: await wayTo(database.appUrl) };
  return serve(shippedDocuments(), reached, async () => inject('company'), more);
}

let shipped: DocumentSet | undefined;

/** The documents of this product; read once for all test files of a process, as a server does, since nobody changes them. */
function shippedDocuments(): DocumentSet {
  shipped ??= readDocuments(path.join(root, 'schemas')).documents;
  return shipped;
}

/** What rows are made in: a company without a server in front of it. */
export type TestRows = Pick<TestApp, 'documents' | 'database' | 'records' | 'ids'>;

/** A company twice, and the same two databases served with other documents until both are closed. */
export type Twins = {
  readonly worlds: readonly [TestApp, TestApp];
  readonly servedWith: (documents: DocumentSet) => Promise<readonly [TestApp, TestApp]>;
};

/**
 * Starts the same company twice, on two databases that differ only in what `differ` does to the second, after `fill`
 * put further rows into the one both come from.
 */
export async function startTwins(
  fill: (rows: TestRows) => Promise<void>,
  differ: (rows: TestRows) => Promise<void>,
): Promise<Twins> {
  const documents = shippedDocuments();
  const first = await createTestDatabase({ of: 'company' });
  const ids = inject('company');
  await withRows(first, documents, ({ records }) => fill({ documents, database: first, records, ids }));
  const second = await createTestDatabase({ like: first });
  await withRows(second, documents, (context) =>
    differ({ documents, database: second, records: context.records, ids }),
  );
  const start = (served: DocumentSet, database: TestDatabase) => serve(served, database, async () => ids);
  const keep = (database: TestDatabase): TestDatabase => ({ ...database, drop: async () => undefined });
  return {
    worlds: [await start(documents, first), await start(documents, second)],
    servedWith: async (served) => [await start(served, keep(first)), await start(served, keep(second))],
  };
}

/** Works on a database as the server's own first rows are written, and leaves nobody connected. */
async function withRows(
  database: TestDatabase,
  documents: DocumentSet,
  work: (context: RuleContext) => Promise<void>,
): Promise<void> {
  const { db, close } = connectDatabase({ url: database.appUrl, max: 2 });
  try {
    await work(
      seedContext({ documents, db, protection: createProtection(database.secretKey), now: new Date().toISOString() }),
    );
  } finally {
    await close();
  }
}

/** Starts another product, its folder given from the root: on a database of its own, filled with the demo rows it brings. */
export async function startProduct(folder: string): Promise<TestApp> {
  const { documents, faults } = readDocuments(path.resolve(root, folder));
  if (faults.length > 0)
    throw new TypeError(faults.map((fault) => `${fault.file}#${fault.pointer} ${faultMessage(fault)}`).join('\n'));
  const database = await createTestDatabase({ empty: true });
  await createTables({ urls: database, documents, migrations });
  return serve(documents, database, async (seeding) => {
    await fillFromDocuments(seeding, testPassword);
    await createIndexes({ urls: database, documents });
    return {};
  });
}

async function serve(
  documents: DocumentSet,
  database: TestDatabase,
  fill: (seeding: Seeding) => Promise<Readonly<Record<string, string>>>,
  more: Pick<PlatformParts, 'telephony' | 'uploadDailyBytes'> = {},
): Promise<TestApp> {
  const protection = createProtection(database.secretKey);
  const connection = connectDatabase({ url: database.appUrl, max: 20 });
  const seeding = { documents, db: connection.db, protection, now: new Date().toISOString() };
  const ids = await fill(seeding);
  // Tests ask as no person could; the one about lookups sets what is usual.
  await database.rows('update masking_policy set lookup_minute_limit = 10000, lookup_daily_limit = 100000');
  const { records } = seedContext(seeding);
  const app = await buildApp({
    assembled: assemble({
      documents,
      urls: database,
      db: connection.db,
      protection,
      files: createFileStore(filesOf(database)),
      tableWorker: path.join(inject('built'), 'table-worker.js'),
      studentAppSecret: testStudentSecret,
      sms: testSms(database),
      publicUrl: testPublicUrl,
      ...more,
    }),
    health: new DatabaseHealth({ url: database.appUrl }),
    events: new EventFeed({ url: database.appUrl }),
    // Tests of races make many calls at once, on machines of any speed.
    admission: { running: 40, waiting: 2000, patience: 60_000 },
    // How many refusals fall into a minute depends on the machine; in tests they are counted together until the end.
    refusals: { window: 3_600_000 },
    logger: false,
  });
  const tokens = new Map<string, Promise<string>>();
  const post = async (path: string, body: Values, headers: Readonly<Record<string, string>>) => {
    const response = await app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'x-app-platform': 'sys', 'x-app-version': '2.2.1', ...headers },
    });
    return response.json();
  };
  const signIn = async (account: string): Promise<string> => {
    const answer = await post('/v1/sys/user/login', { account, password: testPassword }, {});
    if (answer.code !== '0') throw new TypeError(`${account} cannot sign in: ${JSON.stringify(answer)}`);
    return answer.data.token;
  };
  // Many at once sign in once: attempts at an account are counted before their password is known to be right.
  const token = (account: string): Promise<string> => {
    const signedIn = tokens.get(account) ?? signIn(account);
    tokens.set(account, signedIn);
    signedIn.catch(() => tokens.delete(account));
    return signedIn;
  };
  return {
    app,
    documents,
    database,
    connection,
    records,
    ids,
    async call(account, path, body = {}, headers = {}) {
      if (account === undefined) return post(path, body, headers);
      return post(path, body, { 'x-app-token': await token(account), ...headers });
    },
    token,
    async close() {
      await app.close();
      await connection.close();
      await database.drop();
    },
  };
}
