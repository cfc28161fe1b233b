import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDocuments } from '../product/documents.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { userOf } from './bootstrap/bootstrap.ts';
import { connectDatabase } from './connection/connect.ts';
import { platformTables } from './spec/platform-tables.ts';

// Over every table of the product, whoever adds one: what the application's role may do, and what it may not.
let database: TestDatabase;
const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../schemas'));

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const role = () => userOf(database.appUrl);

const tables = async () =>
  (
    await database.rows(
      "select relname as name, relispartition as part from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
    )
  ).map((row) => ({ name: String(row.name), isPart: row.part === true }));

async function asApp(statement: string): Promise<unknown> {
  const { pool, close } = connectDatabase({ url: database.appUrl, max: 1 });
  return pool.query(statement).finally(close);
}

it('is no superuser and owns nothing, in any schema', async () => {
  expect(
    await database.rows(
      'select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = $1',
      [role()],
    ),
  ).toEqual([
    { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
  ]);
  const owned = `
    select relname from pg_class where pg_get_userbyid(relowner) = $1
    union all select proname from pg_proc where pg_get_userbyid(proowner) = $1
    union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = $1
    union all select datname from pg_database where pg_get_userbyid(datdba) = $1`;
  expect(await database.rows(owned, [role()])).toEqual([]);
  expect(await database.rows('select 1 from pg_auth_members where member = $1::regrole', [role()])).toEqual([]);
});

it('changes no table and makes none', async () => {
  for (const { name } of await tables())
    for (const statement of [`drop table "${name}"`, `truncate "${name}"`, `alter table "${name}" add column x int`])
      await expect(asApp(statement), statement).rejects.toMatchObject({ code: '42501' });
  for (const statement of ['create table mine (id int)', 'create schema mine', 'create extension citext'])
    await expect(asApp(statement), statement).rejects.toMatchObject({ code: '42501' });
});

it('holds no right beyond rows, and on ledgers and logs none but to read and to add', async () => {
  const appendOnly = new Set([
    ...[...documents.entities.values()].filter((entity) => entity.appendOnly === true).map((entity) => entity.name),
    ...platformTables.filter((table) => !table.grants.includes('update')).map((table) => table.name),
  ]);
  const rights = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain'];
  for (const { name, isPart } of await tables()) {
    const asked = rights.map((right) => `has_table_privilege($1, '"${name}"', '${right}') as "${right}"`);
    const [held] = await database.rows(`select ${asked.join(', ')}`, [role()]);
    expect(held, name).toMatchObject({ truncate: false, references: false, trigger: false, maintain: false });
    if (isPart) expect(Object.values(held ?? {}), name).not.toContain(true);
    if (appendOnly.has(name)) expect(held, name).toMatchObject({ update: false });
  }
  for (const name of ['operation_log', 'reveal_log'].filter((one) => documents.entities.has(one)))
    for (const statement of [`update ${name} set id = id`, `delete from ${name}`, `select 1 from ${name} for update`])
      await expect(asApp(statement), statement).rejects.toMatchObject({ code: '42501' });
});
