import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { quote } from '../spec/names.ts';
import { fullName, type KeptTable, keptTables, quotedName, type SequenceState, sequenceStates } from './kept-tables.ts';

/** A table as it was written. */
export type DumpedTable = KeptTable & {
  /** File below the folder. */
  readonly file: string;
  readonly rows: number;
  /** Digest of the file. */
  readonly sha256: string;
};

export type Dump = { readonly tables: readonly DumpedTable[]; readonly sequences: readonly SequenceState[] };

/** Writes all tables into a folder as they were at one moment, while everybody goes on working; in flat memory. */
export async function dumpTables(migratorUrl: string, folder: string): Promise<Dump> {
  const client = new pg.Client({ connectionString: migratorUrl, application_name: 'backup', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // One snapshot for all tables.
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    const tables: DumpedTable[] = [];
    for (const table of await keptTables(client)) tables.push(await dumpTable(client, table, folder));
    const sequences = await sequenceStates(client);
    await client.query('commit');
    return { tables, sequences };
  } finally {
    await client.end();
  }
}

async function dumpTable(client: pg.Client, table: KeptTable, folder: string): Promise<DumpedTable> {
  const file = `${fullName(table)}.copy.gz`;
  const columns = table.columns.map(quote).join(', ');
  const source = client.query(copyTo(`copy (select ${columns} from ${quotedName(table)}) to stdout`));
  const digest = createHash('sha256');
  const watch = new Transform({
    transform(chunk: Buffer, _, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(source, createGzip({ level: 6 }), watch, createWriteStream(path.join(folder, file)));
  return { ...table, file, rows: source.rowCount, sha256: digest.digest('hex') };
}
