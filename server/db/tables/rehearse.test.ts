import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { EntityDocument, EntityField, MigrationDocument } from '../../../engine/model/documents/index.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { userOf, withDatabase } from '../bootstrap/bootstrap.ts';
import { connectDatabase } from '../connection/connect.ts';
import { rehearse } from './rehearse.ts';
import { createIndexes, createTables } from './tables.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.drop());

const fax: EntityField = { key: 'fax', title: '传真', type: 'string' };
const note: EntityField = { key: 'note', title: '备注', type: 'text', required: true };

function documentsOf(fields: readonly EntityField[], ...migrations: readonly MigrationDocument[]) {
  const parcel: EntityDocument = {
    ...{ schemaVersion: 2, name: 'parcel', title: '包裹', label: 'title', operations: [] },
    fields: [{ key: 'title', title: '标题', type: 'string' }, ...fields],
    indexes: [{ key: 'title', fields: ['title'], unique: true }],
  };
  return {
    entities: new Map([[parcel.name, parcel]]),
    dictionaries: new Map(),
    migrations: new Map(migrations.map((one) => [one.name, one])),
  };
}
const step = { key: 'note', entity: 'parcel', fill: { note: "coalesce(record.fax, '无')" }, drop: ['fax'] };
const migration: MigrationDocument = {
  ...{ schemaVersion: 2, name: '0001-note', title: '传真进备注' },
  steps: [{ ...step, former: [fax] }],
};

/** Tables of the older documents with two rows, and nobody connected. */
async function before(): Promise<void> {
  const options = { urls: database, documents: documentsOf([fax]), migrations: [] };
  await createTables(options);
  await createIndexes(options);
  await run(
    "insert into parcel (id, title, fax) values (gen_random_uuid(), 'a', '021'), (gen_random_uuid(), 'b', null)",
  );
  await endSessions();
}

/** Ends what those who made the database still have open. */
async function endSessions(): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(database.superuserUrl, 'postgres') });
  await client.connect();
  try {
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      database.name,
    ]);
  } finally {
    await client.end();
  }
}

/** Over a session that ends with it: a database that somebody is connected to is not copied. */
async function run(statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

const tryWith = (documents: ReturnType<typeof documentsOf>, adminUrl = database.superuserUrl) =>
  rehearse({
    ...{ adminUrl, documents, migrations: [] },
    roles: { migrator: userOf(database.migratorUrl), app: userOf(database.appUrl) },
  });

async function copies(): Promise<readonly unknown[]> {
  const cluster = connectDatabase({ url: withDatabase(inject('cluster').superuserUrl, 'postgres'), max: 1 });
  try {
    const found = await cluster.pool.query('select datname from pg_database where datname like $1', [
      `${database.name.slice(0, 40)}%rehearsal%`,
    ]);
    return found.rows;
  } finally {
    await cluster.close();
  }
}

it('tells what a start would change, and leaves the database and nothing else as it was', async () => {
  await before();
  const outcome = await tryWith(documentsOf([note], migration));
  expect(outcome).toMatchObject({ kind: 'done', milliseconds: expect.any(Number) });
  const statements = outcome.kind === 'done' ? outcome.statements.join('\n') : '';
  expect(statements).toMatch(/update "parcel" set "note" = /);
  expect(statements).toMatch(/drop column "fax"/);
  expect(await run('select title, fax from parcel order by title')).toEqual([
    { title: 'a', fax: '021' },
    { title: 'b', fax: null },
  ]);
  expect(await copies()).toEqual([]);
});

it('finds nothing to do where nothing is to be done', async () => {
  await before();
  expect(await tryWith(documentsOf([fax]))).toMatchObject({ kind: 'done', statements: [] });
});

it('tells all that the rows do not allow', async () => {
  await before();
  const outcome = await tryWith(documentsOf([note]));
  expect(outcome.kind).toBe('refused');
  const refusals = outcome.kind === 'refused' ? outcome.refusals.join('\n') : '';
  expect(refusals).toContain('"drop": ["fax"]');
  expect(refusals).toContain('"fill": { "note": "…" }');
  expect(await copies()).toEqual([]);
});

it('says that somebody is connected, and copies nothing', async () => {
  await before();
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    expect(await tryWith(documentsOf([fax]))).toMatchObject({ kind: 'noCopy', reason: expect.stringMatching(/连着/) });
  } finally {
    await client.end();
  }
});

it('says that a role may make no database', async () => {
  await before();
  expect(await tryWith(documentsOf([fax]), database.appUrl)).toMatchObject({
    kind: 'noCopy',
    reason: expect.stringMatching(/CREATEDB/),
  });
});
