import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Connection } from './connect.ts';

// Other files leave names of their statements behind, and there is room for so many.
vi.resetModules();
const { connectDatabase, inTransaction } = await import('./connect.ts');
const { prepared } = await import('./prepared.ts');

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await database.rows('create table thing (id int primary key, name text)');
  await database.rows("insert into thing values (1, 'a'), (2, null)");
  await database.rows('grant select on thing to public');
  connection = connectDatabase({ url: database.appUrl, max: 1 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

const nameOf = async (id: number | null) =>
  (await sql<{ name: string | null }>`${prepared}select name from thing where id = ${id}`.execute(connection.db)).rows;
const plans = async () =>
  (await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(connection.db)).rows[0]?.n;

it('keeps one plan for all values, and no plan of other statements', async () => {
  expect(await nameOf(1)).toEqual([{ name: 'a' }]);
  expect(await nameOf(2)).toEqual([{ name: null }]);
  expect(await nameOf(null)).toEqual([]);
  await sql`select name from thing where id = ${1}`.execute(connection.db);
  expect(await plans()).toBe(1);
});

it('goes on when the table gets another column', async () => {
  await database.rows('alter table thing add column further text');
  expect(await nameOf(1)).toEqual([{ name: 'a' }]);
});

it('goes on when a column gets another type, alone and in a transaction', async () => {
  await database.rows('alter table thing alter column name type varchar(20)');
  expect(await nameOf(1)).toEqual([{ name: 'a' }]);
  expect(await nameOf(1)).toEqual([{ name: 'a' }]);
  await database.rows('alter table thing alter column name type varchar(40)');
  const name = await inTransaction(connection.db, (transaction) =>
    sql`${prepared}select name from thing where id = ${1}`.execute(transaction),
  );
  expect(name.rows).toEqual([{ name: 'a' }]);
});

it('tells what is wrong with a statement, each time', async () => {
  const wrong = () => sql`${prepared}select nothing from thing where id = ${1}`.execute(connection.db);
  await expect(wrong()).rejects.toMatchObject({ code: '42703' });
  await expect(wrong()).rejects.toMatchObject({ code: '42703' });
  expect(await nameOf(1)).toEqual([{ name: 'a' }]);
});
