import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { temporaryFolder } from '../../testing/cluster.ts';
import { connectDatabase } from '../connection/connect.ts';
import { type BootstrapOptions, bootstrapDatabase, withDatabase } from './bootstrap.ts';

const folder = temporaryFolder();
const adminUrl = inject('cluster').superuserUrl;
const databases: string[] = [];

const asked = async (url: string, statement: string) => {
  const { pool, close } = connectDatabase({ url, max: 1 });
  try {
    return (await pool.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await close();
  }
};

afterAll(async () => {
  for (const name of databases) {
    await asked(adminUrl, `drop database if exists ${name} with (force)`);
    for (const role of [`${name}_migrator`, `${name}_app`]) await asked(adminUrl, `drop role if exists ${role}`);
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A database of its own, still to be made. */
function place() {
  const database = `keys_${randomUUID().slice(0, 8)}`;
  databases.push(database);
  const url = withDatabase(adminUrl, database);
  const keyFile = path.join(folder, database, 'secret.key');
  const start = (options: Partial<BootstrapOptions> = {}) =>
    bootstrapDatabase({ adminUrl, database, secretKey: undefined, keyFile, ...options });
  return { url, keyFile, start };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'started',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  );

const keys = ['one key of thirty-two letters at least', 'other key of thirty-two letters at least'] as const;

describe('the secret key of a database', () => {
  it('is made for one without data, kept, and used from then on', async () => {
    const { start, keyFile } = place();
    const { secretKey } = await start();
    expect(secretKey.length).toBeGreaterThanOrEqual(32);
    expect(readFileSync(keyFile, 'utf8').trim()).toBe(secretKey);
    expect((await start()).secretKey).toBe(secretKey);
  });

  it('is not made anew beside data that need the one that is gone', async () => {
    const { start, keyFile } = place();
    const { secretKey } = await start();
    rmSync(keyFile);
    expect(await codeOf(start())).toBe('E_SECRET_KEY_GONE');
    expect(existsSync(keyFile)).toBe(false);
    expect((await start({ secretKey })).secretKey).toBe(secretKey);
  });

  it('is one, of two first starts at once with different keys, and the second changes nothing', async () => {
    const { start } = place();
    const outcomes = await Promise.allSettled(keys.map((secretKey) => start({ secretKey })));
    const [winner] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'E_DATABASE_KEY' } },
    ]);
    expect(await asked(winner?.appUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await asked(winner?.migratorUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is the same, of first starts at once that share a folder', async () => {
    const { start } = place();
    const made = await Promise.all([start(), start(), start()]);
    expect(new Set(made.map(({ secretKey }) => secretKey)).size).toBe(1);
  });

  it('is told by a value that is there, in a database from before its fingerprint was kept', async () => {
    const { start, url } = place();
    const [secretKey, other] = keys;
    const sealed = [
      { table: 'not_there', column: 'mobile' },
      { table: 'person', column: 'mobile' },
    ];
    await start({ secretKey });
    await asked(url, 'create table person (id int, mobile text)');
    await asked(
      url,
      `insert into person values (1, null), (2, '${createProtection(secretKey).encrypt('13800000000')}')`,
    );
    const forget = () => asked(url, "delete from schema_state where key = 'keyFingerprint'");
    await forget();
    expect(await codeOf(start({ secretKey: other, sealed }))).toBe('E_DATABASE_KEY');
    expect(await codeOf(start({ sealed }))).toBe('E_SECRET_KEY_GONE');
    expect(await asked(url, 'select 1 from schema_state')).toEqual([]);
    expect(await codeOf(start({ secretKey, sealed }))).toBe('started');
    expect(await asked(url, "select 1 as kept from schema_state where key = 'keyFingerprint'")).toEqual([{ kept: 1 }]);
    expect(await codeOf(start({ secretKey: other }))).toBe('E_DATABASE_KEY');
  });
});
