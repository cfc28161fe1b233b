import pg from 'pg';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { isStored } from '../../../engine/model/entity/index.ts';
import { toColumn } from '../../../engine/model/naming/index.ts';
import { createProtection } from '../../kernel/crypto/protection.ts';
import { StartError } from '../../kernel/errors/start-error.ts';
import { keyFingerprint } from './role-password.ts';

/** A column whose values are encrypted with the product's secret key. */
export type SealedColumn = { readonly table: string; readonly column: string };

/** The columns of masked fields: what another key could not read. */
export function sealedColumns({ entities }: Pick<DocumentSet, 'entities'>): readonly SealedColumn[] {
  return [...entities.values()].flatMap(({ name, fields }) =>
    fields
      .filter((field) => field.mask !== undefined && isStored(field))
      .map(({ key }) => ({ table: name, column: toColumn(key) })),
  );
}

/**
 * Refuses a key that the data were not made with (E_DATABASE_KEY): by its fingerprint, and in a database from before
 * there was one by opening a value that is there.
 */
export async function refuseOtherKey(
  client: pg.ClientBase,
  secretKey: string,
  sealed: readonly SealedColumn[],
): Promise<void> {
  const fingerprint = await keptFingerprint(client);
  const value = fingerprint === undefined ? await someSealedValue(client, sealed) : undefined;
  if (!isMadeWith(secretKey, { fingerprint, value })) throw new StartError('E_DATABASE_KEY', {});
}

/** What data show of their key: the note of its fingerprint, and where there is none an encrypted value. */
export type KeyEvidence = { readonly fingerprint: unknown; readonly value: unknown };

/** Whether data can be of this key: its fingerprint, or a value that it opens; what shows nothing can be of any. */
export function isMadeWith(secretKey: string, { fingerprint, value }: KeyEvidence): boolean {
  return fingerprint === undefined ? opens(secretKey, value) : fingerprint === keyFingerprint(secretKey);
}

/** Whether a database holds anything that only the key it was made with can read. */
export async function needsKey(client: pg.ClientBase, sealed: readonly SealedColumn[]): Promise<boolean> {
  return (await keptFingerprint(client)) !== undefined || (await someSealedValue(client, sealed)) !== undefined;
}

/** Notes by which key the data are made, unless that is noted already. */
export async function keepFingerprint(client: pg.ClientBase, secretKey: string): Promise<void> {
  const value = pg.escapeLiteral(JSON.stringify(keyFingerprint(secretKey)));
  await client.query(
    `insert into public.schema_state (key, value) values ('keyFingerprint', ${value}) on conflict do nothing`,
  );
}

/** Makes the table that holds the note, as `platformTables` has it: it is needed before all others. */
export async function ensureStateTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists public.schema_state ("key" text not null, "value" jsonb not null,
      "changed_at" timestamp(3) with time zone not null default now(), primary key ("key"))`,
  );
}

async function keptFingerprint(client: pg.ClientBase): Promise<unknown> {
  if (!(await isThere(client, 'schema_state'))) return undefined;
  const { rows } = await client.query<{ value: unknown }>(
    "select value from public.schema_state where key = 'keyFingerprint'",
  );
  return rows[0]?.value;
}

/** Any encrypted value; undefined where nothing is encrypted yet. */
async function someSealedValue(client: pg.ClientBase, sealed: readonly SealedColumn[]): Promise<unknown> {
  for (const { table, column } of sealed) {
    if (!(await isThere(client, table, column))) continue;
    const name = pg.escapeIdentifier(column);
    const { rows } = await client.query<{ value: unknown }>(
      `select ${name} as value from public.${pg.escapeIdentifier(table)} where ${name} is not null limit 1`,
    );
    if (rows[0] !== undefined) return rows[0].value;
  }
  return undefined;
}

async function isThere(client: pg.ClientBase, table: string, column = 'key'): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from pg_attribute where attrelid = to_regclass($1) and attname = $2 and not attisdropped`,
    [`public.${pg.escapeIdentifier(table)}`, column],
  );
  return rows.length > 0;
}

function opens(secretKey: string, stored: unknown): boolean {
  if (typeof stored !== 'string') return true;
  try {
    createProtection(secretKey).decrypt(stored);
    return true;
  } catch {
    return false;
  }
}
