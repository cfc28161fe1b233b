import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TcpProxy } from '../faults/tcp-proxy.ts';
import { isUnavailable } from '../kernel/errors/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Connection, connectDatabase, inTransaction } from './connection/connect.ts';

let database: TestDatabase;
let proxy: TcpProxy;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.appUrl);
  proxy = await TcpProxy.start(Number(url.port));
  url.port = String(proxy.port);
  connection = connectDatabase({ url: url.href, max: 2, maxWait: 500, maxSilence: 800 });
});

afterAll(async () => {
  await proxy.close();
  await connection.close();
  await database.drop();
});

const ask = () => sql<{ one: number }>`select 1 as one`.execute(connection.db);
const unavailable = (work: Promise<unknown>) =>
  expect(work.catch((error: unknown) => isUnavailable(error))).resolves.toBe(true);

it('gives up a session that went silent, in and out of a transaction, and never lends it out again', async () => {
  await ask();
  proxy.weather = { kind: 'silent' };
  await unavailable(ask());
  await unavailable(inTransaction(connection.db, (db) => sql`select 1`.execute(db)));
  proxy.weather = { kind: 'fair' };
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(answers.map(({ rows }) => rows[0]?.one)).toEqual([1, 1, 1, 1]);
});

it('says at once that nobody is there, and that no session comes free', async () => {
  proxy.weather = { kind: 'closed' };
  proxy.reset();
  await unavailable(ask());
  proxy.weather = { kind: 'fair' };
  await Promise.allSettled([ask(), ask()]);
  const holding = [0, 1].map(() => sql`select pg_sleep(0.75)`.execute(connection.db).catch(() => undefined));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await unavailable(ask());
  await Promise.all(holding);
});

it('outlives a session that breaks while a transaction holds it and asks nothing', async () => {
  await unavailable(
    inTransaction(connection.db, async (db) => {
      await sql`select 1`.execute(db);
      proxy.reset();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1`.execute(db);
    }),
  );
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});
