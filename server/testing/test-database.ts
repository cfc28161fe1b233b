import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { userOf, withDatabase } from '../db/bootstrap/bootstrap.ts';
import { type Connection, connectDatabase } from '../db/connection/connect.ts';

/** A database of one test file's own. */
export type TestDatabase = {
  readonly name: string;
  readonly migratorUrl: string;
  readonly appUrl: string;
  /** The cluster's superuser in this database, for looking at what the application may not see. */
  readonly superuserUrl: string;
  readonly secretKey: string;
  /** Runs a statement as the superuser and answers its rows. */
  rows(statement: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  drop(): Promise<void>;
};

/** Where the files of a test's nodes lie; removed with the database. */
export function filesOf(database: Pick<TestDatabase, 'name'>): string {
  return path.join(tmpdir(), `${database.name}-files`);
}

/**
 * A cheap copy of the database with the shipped tables, or of that with the company's rows in them; with `empty`, one
 * without any table; with `like`, a copy of another test's database, to which nobody may be connected. Drop it in
 * `afterAll`.
 */
export async function createTestDatabase(
  options: { readonly of?: 'shipped' | 'company'; readonly empty?: boolean; readonly like?: TestDatabase } = {},
): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const migrator = userOf(cluster.migratorUrl);
  const template = options.empty === true ? 'template0' : (options.like?.name ?? options.of ?? 'shipped');
  if (options.like !== undefined) await untilLeft(cluster.superuserUrl, options.like.name);
  // File by file: half the work of writing every page into the log as well, which nobody reads back here.
  const how = `template ${template} owner ${migrator} strategy file_copy`;
  await asSuperuser(cluster.superuserUrl, `create database ${name} ${how}`);
  const superuserUrl = withDatabase(cluster.superuserUrl, name);
  if (options.empty === true) await prepareEmpty(superuserUrl, migrator, userOf(cluster.appUrl));
  // Kept open: a session for every look would leave hundreds that are still going when the next begins.
  let looking: Connection | undefined;
  return {
    name,
    migratorUrl: withDatabase(cluster.migratorUrl, name),
    appUrl: withDatabase(cluster.appUrl, name),
    superuserUrl,
    secretKey: cluster.secretKey,
    async rows(statement, values = []) {
      looking ??= connectDatabase({ url: superuserUrl, max: 4 });
      return (await looking.pool.query<Record<string, unknown>>(statement, [...values])).rows;
    },
    async drop() {
      await looking?.close();
      await asSuperuser(cluster.superuserUrl, `drop database if exists ${name} with (force)`);
      await rm(filesOf({ name }), { recursive: true, force: true });
    },
  };
}

/** Ends what sessions a database still has, of closed connections and of the server's own cleaning, and waits for it. */
async function untilLeft(url: string, database: string): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const ended = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
    if ((await asSuperuser(url, ended, [database])).length === 0) return;
    await sleep(50);
  }
}

async function prepareEmpty(url: string, migrator: string, app: string): Promise<void> {
  for (const extension of ['pg_trgm', 'btree_gist']) await asSuperuser(url, `create extension ${extension}`);
  await asSuperuser(url, `alter schema public owner to ${migrator}`);
  await asSuperuser(url, `grant usage on schema public to ${app}`);
}

async function asSuperuser(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const { pool, close } = connectDatabase({ url, max: 1 });
  try {
    return (await pool.query<Record<string, unknown>>(statement, [...values])).rows;
  } finally {
    await close();
  }
}
