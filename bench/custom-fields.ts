// How long writers wait while fields are made on a table of a million rows: `npx tsx bench/custom-fields.ts [rows]`.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EntityField } from '../engine/model/documents/index.ts';
import { bootstrapDatabase } from '../server/db/bootstrap/bootstrap.ts';
import { type Connection, connectDatabase } from '../server/db/connection/connect.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/embedded-postgres.ts';
import { customTables } from '../server/db/tables/change-custom-tables.ts';
import { createIndexes, createTables } from '../server/db/tables/tables.ts';
import { readDocuments } from '../server/product/documents.ts';
import { migrations } from '../server/product/migrations.ts';
import { benchSecret } from './bench-size.ts';

/** Milliseconds nobody may wait longer for a row. */
const goal = 1000;

const fields: readonly EntityField[] = [
  { key: 'xNote', title: '备注', type: 'string', maxLength: 50 },
  { key: 'xScore', title: '分数', type: 'int', defaultValue: '60', sortable: true },
  { key: 'xCard', title: '卡号', type: 'string', maxLength: 30, unique: true, searchable: true },
];

/** Writes one row after another until it is stopped; answers the longest wait. */
function startWriter({ pool }: Connection, rows: number) {
  let isOver = false;
  let longest = 0;
  let written = 0;
  const work = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const place = Math.ceil(Math.random() * rows);
      await pool.query('update genre set name = name where id = md5($1)::uuid', [String(place)]);
      longest = Math.max(longest, performance.now() - begun);
      written += 1;
    }
  })();
  return async () => {
    isOver = true;
    await work;
    return { longest, written };
  };
}

const fill = `insert into genre (id, name, place)
  select md5(n::text)::uuid, 'Genre ' || n, n from generate_series($1::int + 1, $2::int) n`;
/** Rows filled by one statement. */
const step = 50_000;

const rows = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'custom-fields-'));
chmodSync(folder, 0o755);
const server = await startEmbeddedPostgres({
  dataDir: path.join(folder, 'data'),
  log: { info: () => undefined, warn: (text: string) => console.warn(text) },
});
try {
  const urls = await bootstrapDatabase({ adminUrl: server.superuserUrl, database: 'bench', secretKey: benchSecret });
  const { documents } = readDocuments(path.resolve('e2e/fixtures/library'));
  await createTables({ urls, documents, migrations });
  const connection = connectDatabase({ url: urls.appUrl, max: 4 });
  for (let from = 0; from < rows; from += step) await connection.pool.query(fill, [from, Math.min(from + step, rows)]);
  await createIndexes({ urls, documents });
  const tables = customTables(urls, documents);
  const made: EntityField[] = [];
  for (const field of fields) {
    made.push(field);
    const stop = startWriter(connection, rows);
    const begun = performance.now();
    await tables.change({
      plan: (present) => ({
        content: { ...present, fields: made.map((one) => ({ entity: 'genre', field: one })) },
        entities: ['genre'],
      }),
      record: async () => undefined,
    });
    const took = performance.now() - begun;
    const { longest, written } = await stop();
    console.log(
      `${field.title}（${rows} 行）：${took.toFixed(0)} ms；其间写 ${written} 行，最长等 ${longest.toFixed(0)} ms（目标 ≤ ${goal} ms）${longest <= goal ? '' : ' 未达到'}`,
    );
  }
  await connection.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
