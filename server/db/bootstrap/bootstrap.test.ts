import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTables } from '../tables/tables.ts';
import { bootstrapDatabase, type RoleUrls, withDatabase, withUser } from './bootstrap.ts';

const database = `boot_${randomUUID().slice(0, 8)}`;
const admin = `${database}_admin`;
const weak = `${database}_weak`;
const secretKey = 'one key for every node of this test';
let superuserUrl: string;
let urls: RoleUrls;

async function query(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  superuserUrl = inject('cluster').superuserUrl;
  urls = await bootstrapDatabase({ adminUrl: superuserUrl, database, secretKey });
  await query(urls.migratorUrl, 'create table kept (id int primary key)');
});

afterAll(async () => {
  for (const name of [database, `${database}_plain`, `${database}_both`]) {
    await query(superuserUrl, `drop database if exists ${name} with (force)`);
    for (const role of [`${name}_migrator`, `${name}_app`]) await query(superuserUrl, `drop role if exists ${role}`);
  }
  for (const role of [admin, weak]) await query(superuserUrl, `drop role if exists ${role}`);
});

describe('bootstrapDatabase', () => {
  it('gives the application a role without any power over tables', async () => {
    const [role] = await query(
      urls.appUrl,
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
    });
    for (const statement of [
      'create table mine (id int)',
      'create temp table mine (id int)',
      'drop table kept',
      'alter table kept add column x int',
      'truncate kept',
      'select * from kept',
    ]) {
      await expect(query(urls.appUrl, statement), statement).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('limits the time of statements, locks and idle transactions of the application', async () => {
    const limits =
      "select current_setting('statement_timeout') s, current_setting('lock_timeout') l, current_setting('idle_in_transaction_session_timeout') i, current_setting('timezone') z";
    expect(await query(urls.appUrl, limits)).toEqual([{ s: '15s', l: '5s', i: '30s', z: 'UTC' }]);
    await expect(query(urls.appUrl, "set statement_timeout = '100ms'; select pg_sleep(5)")).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('is the same when it runs again, and on two nodes at once', async () => {
    const again = await Promise.all(
      [1, 2, 3].map(() => bootstrapDatabase({ adminUrl: superuserUrl, database, secretKey })),
    );
    for (const other of again) expect(other).toEqual(urls);
    const both = await Promise.all(
      [1, 2].map(() => bootstrapDatabase({ adminUrl: superuserUrl, database: `${database}_both`, secretKey })),
    );
    expect(both[0]).toEqual(both[1]);
    expect(await query(both[0]?.appUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('makes trigrams of Chinese text and brings the extensions', async () => {
    const [row] = await query(
      urls.appUrl,
      "select cardinality(show_trgm('法律硕士')) as trigrams, (select count(*)::int from pg_extension where extname in ('pg_trgm', 'btree_gist')) as extensions",
    );
    expect(row?.extensions).toBe(2);
    expect(row?.trigrams).toBeGreaterThan(3);
  });

  it('works with an administrator who is no superuser but owns the database', async () => {
    const name = `${database}_plain`;
    await query(superuserUrl, `create role ${admin} login createrole createdb password 'pw'`);
    await query(superuserUrl, `create database ${name} owner ${admin}`);
    const adminUrl = withDatabase(withUser(superuserUrl, admin, 'pw'), name);
    const made = await bootstrapDatabase({ adminUrl, secretKey });
    expect(await bootstrapDatabase({ adminUrl, secretKey })).toEqual(made);
    await query(made.migratorUrl, 'create table kept (id int)');
    await expect(query(made.appUrl, 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  });

  it('refuses another key than the one the database was made with, and changes nothing', async () => {
    await createTables({
      urls,
      documents: { entities: new Map(), dictionaries: new Map() },
      migrations: [],
      secretKey,
    });
    await expect(
      bootstrapDatabase({ adminUrl: superuserUrl, database, secretKey: 'another key' }),
    ).rejects.toMatchObject({ code: 'E_DATABASE_KEY' });
    expect(await query(urls.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await bootstrapDatabase({ adminUrl: superuserUrl, database, secretKey })).toEqual(urls);
  });

  it('says which privileges are missing', async () => {
    await query(superuserUrl, `create role ${weak} login password 'pw'`);
    await query(superuserUrl, `grant connect on database ${database} to ${weak}`);
    const adminUrl = withDatabase(withUser(superuserUrl, weak, 'pw'), database);
    await expect(bootstrapDatabase({ adminUrl, secretKey })).rejects.toMatchObject({
      code: 'E_DATABASE_PRIVILEGES',
      facts: { role: weak, expected: expect.stringContaining('CREATEROLE') },
    });
    await expect(bootstrapDatabase({ adminUrl, database: 'not_there_yet', secretKey })).rejects.toMatchObject({
      code: 'E_DATABASE_PRIVILEGES',
    });
  });

  it('says so when the database cannot be reached, without showing the password', async () => {
    const error: unknown = await bootstrapDatabase({
      adminUrl: 'postgresql://u:hunter2@127.0.0.1:1/x',
      secretKey,
    }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'E_DATABASE_UNREACHABLE', facts: { address: '127.0.0.1:1/x' } });
    expect(String(error)).not.toContain('hunter2');
  });
});
