import { type RawBuilder, sql } from 'kysely';
import type { CustomContent, CustomDictionary } from '../../../engine/model/custom/index.ts';
import type { LayerOperation } from '../../../engine/model/layers/index.ts';
import type { Db } from '../../kernel/database/db.ts';
import { prepared } from '../connection/prepared.ts';

/** What was made in the app beside the shipped documents, and the version it belongs to. */
export type StoredCustom = { readonly version: string | null; readonly content: CustomContent };

type DictionaryRow = { readonly name: string; readonly document: unknown; readonly edits: unknown };
type CustomRow = {
  readonly version: string | null;
  readonly fields: CustomContent['fields'];
  readonly dictionaries: readonly DictionaryRow[];
};

/** The fields in use and the dictionaries, with the version of them all, in one statement. */
export const customQuery = `select (select epoch from design_epoch) as version,
    coalesce((select json_agg(json_build_object('entity', entity, 'field', definition) order by entity, ordinal, key)
      from custom_field where status = 'active' and deleted_at is null), '[]') as fields,
    coalesce((select json_agg(json_build_object('name', name, 'document', document, 'edits', edits) order by name)
      from custom_dictionary where deleted_at is null), '[]') as dictionaries`;

/** Reads them. */
export async function readCustom(db: Db): Promise<StoredCustom> {
  const { rows } = await sql<CustomRow>`${prepared}${sql.raw(customQuery)}`.execute(db);
  const [row] = rows;
  return row === undefined ? { version: null, content: noCustom } : { version: row.version, content: contentOf(row) };
}

const noCustom: CustomContent = { fields: [], dictionaries: [] };

/** The content of a row that the query answered. */
export function contentOf({ fields, dictionaries }: Omit<CustomRow, 'version'>): CustomContent {
  return { fields, dictionaries: dictionaries.map(dictionaryOf) };
}

function dictionaryOf({ name, document, edits }: DictionaryRow): CustomDictionary {
  return document === null
    ? { name, edits: Array.isArray(edits) ? edits.filter(isOperation) : [] }
    : { name, document };
}

function isOperation(item: unknown): item is LayerOperation {
  return typeof item === 'object' && item !== null && 'op' in item && 'at' in item && 'key' in item;
}

/** The present version, where nobody was told one with his session. */
export async function designVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{ epoch: string }>`${prepared}select epoch from design_epoch`.execute(db);
  return rows[0]?.epoch ?? null;
}

/** A field made in the app as it is kept, whatever its status. */
export type StoredField = {
  readonly id: string;
  readonly entity: string;
  readonly key: string;
  readonly title: string;
  readonly definition: unknown;
  readonly ordinal: number;
  readonly status: 'active' | 'retired' | 'removing';
  readonly version: number;
  readonly retiredAt: string | null;
};

/** Every field made in the app, in the order of its entity. */
export async function readStoredFields(db: Db, entity?: string): Promise<readonly StoredField[]> {
  const which = entity === undefined ? sql`true` : sql`entity = ${entity}`;
  const { rows } = await sql<StoredField>`select id, entity, key, title, definition, ordinal, status, version,
      retired_at as "retiredAt" from custom_field where deleted_at is null and ${which}
    order by entity, ordinal, key`.execute(db);
  return rows;
}

/** How many rows there are of a condition, and the ids of the first few. */
export type FoundRows = { readonly count: number; readonly ids: readonly string[] };

const named = 5;

type Column = { readonly table: string; readonly column: string; readonly isAppendOnly: boolean };

const living = ({ isAppendOnly }: Column) => (isAppendOnly ? sql`true` : sql`deleted_at is null`);

/** Rows in which a column is empty; all of them where it is not there yet. */
export async function emptyRows(db: Db, column: Column, isThere: boolean): Promise<FoundRows> {
  const isEmpty = isThere ? sql`${sql.ref(column.column)} is null` : sql`true`;
  const where = sql`from ${sql.table(column.table)} where ${living(column)} and ${isEmpty}`;
  return foundRows(
    db,
    sql`select count(*)::int as count, (select coalesce(json_agg(id), '[]') from
    (select id ${where} limit ${sql.lit(named)}) t) as ids ${where}`,
  );
}

/** Rows whose value in a column others have too. */
export async function doubleRows(db: Db, column: Column, ignoreCase: boolean): Promise<FoundRows> {
  const value = ignoreCase ? sql`lower(${sql.ref(column.column)} collate "C")` : sql.ref(column.column);
  return foundRows(
    db,
    sql`with double as (select id, count(*) over (partition by ${value}) as times
      from ${sql.table(column.table)} where ${living(column)} and ${sql.ref(column.column)} is not null)
    select count(*)::int as count, (select coalesce(json_agg(id), '[]') from (select id from double where times > 1
      limit ${sql.lit(named)}) t) as ids from double where times > 1`,
  );
}

/** How many rows hold something in a column, also deleted ones. */
export async function filledRows(db: Db, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(column)} is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

async function foundRows(db: Db, statement: RawBuilder<unknown>): Promise<FoundRows> {
  const { rows } = await sql<FoundRows>`${statement}`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}

/** Whether work that began before a moment still goes on. */
export async function unfinishedSince(db: Db, moment: string): Promise<boolean> {
  const { rows } = await sql`select 1 from background_job where status in ('pending', 'running')
    and created_at < ${moment} limit 1`.execute(db);
  return rows.length > 0;
}

/** A dictionary made or changed in the app, as it is kept. */
export type StoredDictionary = {
  readonly id: string;
  readonly name: string;
  readonly document: unknown;
  readonly edits: unknown;
  readonly version: number;
};

/** Every dictionary made or changed in the app. */
export async function readStoredDictionaries(db: Db): Promise<readonly StoredDictionary[]> {
  const { rows } = await sql<StoredDictionary>`select id, name, document, edits, version from custom_dictionary
    where deleted_at is null order by name`.execute(db);
  return rows;
}
