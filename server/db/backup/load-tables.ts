import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { messageOf, StartError } from '../../kernel/errors/start-error.ts';
import { keepFingerprint, refuseOtherKey, type SealedColumn } from '../bootstrap/key-check.ts';
import { quote, quoteText } from '../spec/names.ts';
import type { Dump, DumpedTable } from './dump-tables.ts';
import { fullName, inOrderOfReference, type KeptTable, keptTables, quotedName } from './kept-tables.ts';

/** Tables a database without any data has rows in. */
const alwaysFilled: ReadonlySet<string> = new Set(['public.schema_state', 'public.schema_migration']);

export type LoadOptions = {
  readonly migratorUrl: string;
  readonly folder: string;
  readonly dump: Dump;
  /** The key the rows must have been written with. */
  readonly secretKey: string;
  /** What is encrypted with it. */
  readonly sealed: readonly SealedColumn[];
  /** Whether rows that are there may go. */
  readonly mayReplace: boolean;
};

/**
 * Puts the rows of a dump into tables that are there, in one transaction: all of them or none. Foreign keys between the
 * product's own tables are taken off; `createIndexes` puts them on again, over all rows at once.
 */
export async function loadTables({ migratorUrl, folder, dump, ...options }: LoadOptions): Promise<void> {
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'restore', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const there = await keptTables(client);
    refuseMissing(dump.tables, there);
    if (!options.mayReplace) await refuseFilled(client, there);
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await dropForeignKeys(client);
    await client.query(`truncate ${there.map(quotedName).join(', ')}`);
    for (const table of await inOrderOfReference(client, dump.tables)) await loadTable(client, table, folder);
    for (const { schema, name, value } of dump.sequences)
      await client.query(`select setval(${quoteText(`${quote(schema)}.${quote(name)}`)}::regclass, ${BigInt(value)})`);
    await refuseOtherKey(client, options.secretKey, options.sealed);
    await keepFingerprint(client, options.secretKey);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A dump of newer or other documents has columns this database has no place for. */
function refuseMissing(dumped: readonly DumpedTable[], there: readonly KeptTable[]): void {
  const known = new Map(there.map((table) => [fullName(table), new Set(table.columns)]));
  const missing = dumped.flatMap((table) => {
    const columns = known.get(fullName(table));
    if (columns === undefined) return table.rows === 0 ? [] : [`  ${fullName(table)}`];
    return table.columns.filter((column) => !columns.has(column)).map((column) => `  ${fullName(table)}.${column}`);
  });
  if (missing.length > 0) throw new StartError('E_RESTORE_TABLES', { got: missing.join('\n') });
}

async function refuseFilled(client: pg.Client, tables: readonly KeptTable[]): Promise<void> {
  for (const table of tables) {
    if (table.schema !== 'public' || alwaysFilled.has(fullName(table))) continue;
    const { rowCount } = await client.query(`select 1 from ${quotedName(table)} limit 1`);
    if (rowCount !== 0) throw new StartError('E_RESTORE_FULL', { got: table.name });
  }
}

async function dropForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as "table", k.conname as name
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and n.nspname = 'public'`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table public.${quote(table)} drop constraint ${quote(name)}`);
}

async function loadTable(client: pg.Client, table: DumpedTable, folder: string): Promise<void> {
  if (table.rows === 0) return;
  const target = client.query(
    copyFrom(`copy ${quotedName(table)} (${table.columns.map(quote).join(', ')}) from stdin`),
  );
  try {
    await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), target);
  } catch (error) {
    throw new StartError('E_RESTORE_TABLES', { got: `  ${fullName(table)}：${messageOf(error)}` }, { cause: error });
  }
}
