// `npm run bench:scale -- [small | medium | large]`: every list and panorama over the demo company at full size.

import { chmodSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DocumentSet } from '../engine/model/documents/index.ts';
import { bootstrapDatabase, type RoleUrls } from '../server/db/bootstrap/bootstrap.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { createIndexes, createTables } from '../server/db/tables/tables.ts';
import { fillDemo } from '../server/demo/crm/fill-demo.ts';
import { type DemoSize, demoScales } from '../server/demo/crm/values/demo-size.ts';
import { hashPassword } from '../server/kernel/crypto/password.ts';
import { createProtection } from '../server/kernel/crypto/protection.ts';
import { readDocuments } from '../server/product/documents.ts';
import { migrations } from '../server/product/migrations.ts';
import { benchPassword, benchSecret } from './bench-size.ts';
import { measurePages } from './measure-pages.ts';
import { circumstances, writeBetween } from './report.ts';
import { startProduct } from './servers.ts';
import { topUp } from './top-up.ts';

/** Follow-ups and calls each customer has in the mean. */
const historyRows = 10;

const size: DemoSize = (['small', 'medium', 'large'] as const).find((name) => process.argv.includes(name)) ?? 'large';
const { customers } = demoScales[size];
const folder = path.join(process.env.BENCH_DIR ?? path.join(os.tmpdir(), 'learning-platform-bench'), `scale-${size}`);
const log = { info: () => undefined, warn: (text: string) => console.warn(text) };

mkdirSync(folder, { recursive: true });
for (const one of [path.dirname(folder), folder]) chmodSync(one, 0o755);
const server = await startEmbeddedPostgres({ dataDir: folder, log });
try {
  const urls = await bootstrapDatabase({ adminUrl: server.superuserUrl, database: 'bench', secretKey: benchSecret });
  const { documents } = readDocuments(path.resolve('schemas'));
  await fill(urls, documents);
  const product = await startProduct({ server, urls, documents });
  try {
    const lines = await measurePages(product, documents, urls);
    for (const line of lines) console.log(line);
    if (size === 'large') writeBetween('scale', [`\n${circumstances()}。\n`, ...lines, ''].join('\n'));
  } finally {
    await product.stop();
  }
} finally {
  await server.stop();
}

/** Fills the database on first use; it is kept for the next run. */
async function fill(urls: RoleUrls, documents: DocumentSet): Promise<void> {
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
    await asMigrator(urls, (client) =>
      topUp(client, documents, { follow_up: customers * historyRows, call_record: customers * historyRows }),
    );
    console.log(`生成用时 ${Math.round((Date.now() - started) / 1000)} 秒`, report);
  }
  await createIndexes({ urls, documents });
  await asMigrator(urls, async (client) => {
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

async function asMigrator(urls: RoleUrls, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: urls.migratorUrl, application_name: 'bench' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
