import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTables } from '../db/tables/tables.ts';
import { StartError } from '../kernel/errors/start-error.ts';
import { migrations } from '../product/migrations.ts';
import { temporaryFolder } from '../testing/cluster.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const root = temporaryFolder();
const at = (...names: readonly string[]) => path.join(root, ...names);
const databases: TestDatabase[] = [];
let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
  const { project, channel: channelId } = company.ids;
  for (const place of Array.from({ length: 20 }).keys()) {
    const mobile = `138001380${String(place).padStart(2, '0')}`;
    const body = { name: `客户\t“${place}”\\n`, mobile, intentionProjectIds: [project], channelId };
    const answer = await company.call('sales', '/v1/customer/create', body, { 'idempotency-key': `key-${mobile}` });
    expect(answer.code).toBe('0');
  }
  // As a start keeps it: the key the masked values were written with.
  const { database: urls, documents } = company;
  await createTables({ urls, documents, migrations, secretKey: urls.secretKey });
  mkdirSync(at('files-before', 'ab'), { recursive: true });
  writeFileSync(at('files-before', 'ab', 'content-ab'), Buffer.from([0, 1, 2, 255]));
  writeFileSync(at('files-before', 'ab', 'half.part'), 'unfinished');
  await takeBackup({
    migratorUrl: company.database.migratorUrl,
    filesDir: at('files-before'),
    folder: at('backup'),
    title: '测试',
  });
}, 60_000);

afterAll(async () => {
  await company.close();
  for (const database of databases) await database.drop();
  rmSync(root, { recursive: true, force: true });
});

const emptyDatabase = async () => {
  const database = await createTestDatabase({ empty: true });
  databases.push(database);
  return database;
};

const restore = (database: TestDatabase, over: { secretKey?: string; mayReplace?: boolean; folder?: string } = {}) =>
  restoreBackup({
    urls: database,
    documents: company.documents,
    secretKey: database.secretKey,
    filesDir: at('files-after'),
    folder: at('backup'),
    mayReplace: false,
    ...over,
  });

/** A digest of the rows of every table, and how many there are. */
async function digests(database: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await database.rows(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by 1`,
  );
  // Of the moment, or drawn anew by each database.
  const passing = new Set(['public.server_event', 'public.access_epoch', 'public.design_epoch']);
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await database.rows(
      `select count(*) as rows, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from ${name} as t`,
    );
    if (!passing.has(String(name))) found[String(name)] = row;
  }
  return found;
}

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof StartError ? error.code : String(error)),
  );

describe('a backup', () => {
  it('brings every row of every table and every file into an empty database', async () => {
    const before = await digests(company.database);
    expect(Number(JSON.stringify(before['public.customer']).match(/\d+/)?.[0])).toBe(20);
    const target = await emptyDatabase();
    await restore(target);
    expect(await digests(target)).toEqual(before);
    expect(readFileSync(at('files-after', 'ab', 'content-ab'))).toEqual(Buffer.from([0, 1, 2, 255]));
    expect(readdirSync(at('files-after', 'ab'))).toEqual(['content-ab']);
  });

  it('comes back with foreign keys, indexes and the rights of the application', async () => {
    const constraints = (database: TestDatabase) =>
      database.rows(
        `select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as rule, convalidated from pg_constraint
          where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
      );
    const target = databases[0];
    if (target === undefined) throw new TypeError('no restored database');
    const rules = await constraints(target);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules).toEqual(await constraints(company.database));
  });

  it('does not overwrite rows unless told to, and then leaves none of them', async () => {
    const target = databases[0];
    if (target === undefined) throw new TypeError('no restored database');
    await target.rows("update customer set name = '改过'");
    expect(await refusal(restore(target))).toBe('E_RESTORE_FULL');
    expect(await target.rows("select count(*) as n from customer where name = '改过'")).toEqual([{ n: 20 }]);
    await restore(target, { mayReplace: true });
    expect(await digests(target)).toEqual(await digests(company.database));
  });

  it('is refused under another secret key, and nothing of it stays', async () => {
    const target = await emptyDatabase();
    const other = 'another-key-that-is-long-enough-000000';
    expect(await refusal(restore(target, { secretKey: other }))).toBe('E_DATABASE_KEY');
    expect(await target.rows('select count(*) as n from customer')).toEqual([{ n: 0 }]);
  });

  it('is refused when a file of it was changed, is missing, or it was never finished', async () => {
    const target = await emptyDatabase();
    const file = at('backup', 'public.customer.copy.gz');
    const kept = readFileSync(file);
    writeFileSync(file, Buffer.concat([kept, Buffer.from([0])]));
    expect(await refusal(restore(target))).toBe('E_BACKUP_BROKEN');
    rmSync(file);
    expect(await refusal(restore(target))).toBe('E_BACKUP_BROKEN');
    writeFileSync(file, kept);
    expect(await refusal(restore(target, { folder: at('nowhere') }))).toBe('E_BACKUP_BROKEN');
  });

  it('is not written into a folder that holds something', async () => {
    const again = takeBackup({
      migratorUrl: company.database.migratorUrl,
      filesDir: at('files-before'),
      folder: at('backup'),
      title: '测试',
    });
    expect(await refusal(again)).toBe('E_BACKUP_FOLDER');
  });
});
