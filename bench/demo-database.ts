import { chmodSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DocumentSet } from '../engine/model/documents/index.ts';
import { bootstrapDatabase, type RoleUrls } from '../server/db/bootstrap/bootstrap.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { createIndexes, createTables } from '../server/db/tables/tables.ts';
import { fillDemo } from '../server/demo/crm/fill-demo.ts';
import type { DemoSize } from '../server/demo/crm/values/demo-size.ts';
import { hashPassword } from '../server/kernel/crypto/password.ts';
import { createProtection } from '../server/kernel/crypto/protection.ts';
import { readDocuments } from '../server/product/documents.ts';
import { migrations } from '../server/product/migrations.ts';
import { benchPassword, benchSecret } from './bench-size.ts';
import type { BenchDatabase } from './database.ts';

const log = { info: () => undefined, warn: (text: string) => console.warn(text) };

/** A database that has been filled, with all rights over it. */
export type Filled = { readonly client: pg.Client; readonly documents: DocumentSet };

/** What a database of the demo company is made from: its folder, its size, and what is added to it when it is filled. */
export type DemoDatabase = {
  readonly name: string;
  readonly size: DemoSize;
  readonly more: (filled: Filled) => Promise<void>;
};

/** Starts a database that holds the demo company and more; filled on first use and kept for the next run. */
export async function startDemoDatabase(wanted: DemoDatabase): Promise<BenchDatabase> {
  const folder = path.join(process.env.BENCH_DIR ?? path.join(os.tmpdir(), 'learning-platform-bench'), wanted.name);
  mkdirSync(folder, { recursive: true });
  for (const one of [path.dirname(folder), folder]) chmodSync(one, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder, log });
  try {
    const urls = await bootstrapDatabase({ adminUrl: server.superuserUrl, database: 'bench', secretKey: benchSecret });
    const { documents } = readDocuments(path.resolve('schemas'));
    const owner = new URL(server.superuserUrl);
    owner.pathname = '/bench';
    await fill({ urls, owner: owner.href, documents }, wanted);
    return { server, urls, documents };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Place = { readonly urls: RoleUrls; readonly owner: string; readonly documents: DocumentSet };

async function fill({ urls, owner, documents }: Place, { size, more }: DemoDatabase): Promise<void> {
  await createTables({ urls, documents, migrations, secretKey: benchSecret });
  const started = Date.now();
  const report = await fillDemo({
    migratorUrl: urls.migratorUrl,
    documents,
    size,
    protect: createProtection(benchSecret),
    hashPassword,
    keepFile: () => Promise.resolve(),
    demoPassword: benchPassword,
    now: new Date(),
    log: console.log,
  });
  if (report !== undefined) {
    await connected(owner, (client) => more({ client, documents }));
    console.log(`生成用时 ${Math.round((Date.now() - started) / 1000)} 秒`, report);
  }
  await createIndexes({ urls, documents });
  await connected(urls.migratorUrl, async (client) => {
    await renewRoles(client, documents);
    await client.query('vacuum analyze');
  });
}

/** Gives the roles of a database filled before what they are granted by now. */
async function renewRoles(client: pg.Client, documents: DocumentSet): Promise<void> {
  for (const { code, menus, permissions } of documents.roles.values())
    await client.query('update role set menus = $2, permissions = $3 where code = $1', [
      code,
      JSON.stringify(menus),
      JSON.stringify(permissions),
    ]);
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
