import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { DocumentSet } from '../engine/model/documents/index.ts';
import { bootstrapDatabase, type RoleUrls } from '../server/db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../server/db/connection/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { createIndexes, createTables } from '../server/db/tables/tables.ts';
import { readDocuments } from '../server/product/documents.ts';
import { migrations } from '../server/product/migrations.ts';
import { type BenchSize, benchSecret } from './bench-size.ts';
import { fillCustomers } from './fill-customers.ts';

/** A database with as many customers as a run needs. */
export type BenchDatabase = {
  readonly server: EmbeddedPostgres;
  readonly urls: RoleUrls;
  readonly documents: DocumentSet;
};

const log = { info: () => undefined, warn: (text: string) => console.warn(text) };

/** Starts it; filled on first use and kept for the next run. */
export async function startBenchDatabase({ customers, folder }: BenchSize): Promise<BenchDatabase> {
  mkdirSync(folder, { recursive: true });
  chmodSync(path.dirname(folder), 0o755);
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder, log });
  try {
    const urls = await bootstrapDatabase({ adminUrl: server.superuserUrl, database: 'bench', secretKey: benchSecret });
    const { documents } = readDocuments(path.resolve('schemas'));
    await createTables({ urls, documents, migrations, secretKey: benchSecret });
    if ((await customersIn(urls)) < customers) {
      console.log(`生成 ${customers} 位客户…`);
      await fillCustomers(urls.migratorUrl, documents, customers);
    }
    await createIndexes({ urls, documents });
    await tidy(urls);
    return { server, urls, documents };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function customersIn(urls: RoleUrls): Promise<number> {
  const { pool, close } = connectDatabase({ url: urls.migratorUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ n: number }>('select count(*) as n from customer');
    return rows[0]?.n ?? 0;
  } finally {
    await close();
  }
}

/** Rows as they lie after the night's vacuum: what a run left behind does not burden the next. */
async function tidy(urls: RoleUrls): Promise<void> {
  const { pool, close } = connectDatabase({ url: urls.migratorUrl, max: 1 });
  try {
    for (const table of ['customer', 'staff', 'department', 'channel', 'project', 'role'])
      await pool.query(`vacuum analyze ${table}`);
  } finally {
    await close();
  }
}

/** Does work on a run's database with all rights over it. */
export async function asSuperuser<T>({ server }: BenchDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(server.superuserUrl);
  url.pathname = '/bench';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
