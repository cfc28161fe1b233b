import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { DumpedTable } from '../db/backup/dump-tables.ts';
import { isMadeWith, type SealedColumn } from '../db/bootstrap/key-check.ts';
import { StartError } from '../kernel/errors/start-error.ts';
import type { Manifest } from './manifest.ts';

/**
 * Refuses a backup that was made with another key (E_DATABASE_KEY), before any database is touched: a database that
 * was begun with the wrong key would then refuse the right one.
 */
export async function refuseBackupOfOtherKey(
  folder: string,
  { tables }: Manifest,
  secretKey: string,
  sealed: readonly SealedColumn[],
): Promise<void> {
  const state = tables.find(({ name }) => name === 'schema_state');
  const noted = state && (await firstValue(folder, state, 'value', (row) => row.get('key') === 'keyFingerprint'));
  const fingerprint: unknown = noted === undefined ? undefined : JSON.parse(noted);
  const value = fingerprint === undefined ? await someSealedValue(folder, tables, sealed) : undefined;
  if (!isMadeWith(secretKey, { fingerprint, value })) throw new StartError('E_DATABASE_KEY', {});
}

async function someSealedValue(
  folder: string,
  tables: readonly DumpedTable[],
  sealed: readonly SealedColumn[],
): Promise<string | undefined> {
  for (const { table, column } of sealed) {
    const dumped = tables.find(({ schema, name }) => schema === 'public' && name === table);
    if (dumped?.columns.includes(column) !== true) continue;
    const value = await firstValue(folder, dumped, column);
    if (value !== undefined) return value;
  }
  return undefined;
}

type Row = ReadonlyMap<string, string>;

/** The first value of a column, as COPY wrote it; encrypted values and fingerprints have nothing it would escape. */
async function firstValue(
  folder: string,
  { file, columns }: DumpedTable,
  column: string,
  fits: (row: Row) => boolean = () => true,
): Promise<string | undefined> {
  const source = createReadStream(path.join(folder, file));
  try {
    for await (const line of createInterface({ input: source.pipe(createGunzip()) })) {
      const cells = line.split('\t');
      const row: Row = new Map(columns.map((name, at) => [name, cells[at] ?? '\\N']));
      const value = row.get(column);
      if (value !== undefined && value !== '\\N' && fits(row)) return value;
    }
    return undefined;
  } finally {
    source.destroy();
  }
}
