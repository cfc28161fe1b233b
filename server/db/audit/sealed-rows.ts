import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** Table whose rows are sealed. */
export const sealedTable = 'operation_log';

/** Bytes of a row in `digests`: its id, then the beginning of SHA-256 over its columns. */
export const idBytes = 16;
const digestBytes = 16;
export const entryBytes = idBytes + digestBytes;

/** Rows with ids after `from` (not included) up to `to` (included). */
export type IdRange = { readonly from: string; readonly to: string };

/**
 * Id, and digest of all columns, of each row of a range in the order of ids, one after the other (`entryBytes` each).
 * Columns are named one by one: one that is added later changes no digest. The database counts the digests, so that no
 * row travels.
 */
export async function rowDigests(db: Db, { from, to }: IdRange, columns: readonly string[]): Promise<Buffer> {
  const content = sql`jsonb_build_array(${sql.join(columns.map((name) => sql.ref(name)))})::text`;
  const { rows } = await sql<{ digests: Buffer | null }>`select string_agg(
      uuid_send(id) || substring(sha256(convert_to(${content}, 'UTF8')) from 1 for ${sql.lit(digestBytes)}), ''::bytea order by id
    ) as digests from ${sql.table(sealedTable)} where id > ${from}::uuid and id <= ${to}::uuid`.execute(db);
  return rows[0]?.digests ?? Buffer.alloc(0);
}

/** The first rows after an id that lie before another: how many up to `most`, and the ids of the first and the last. */
export async function nextRows(
  db: Db,
  after: string,
  before: string,
  most: number,
): Promise<{ readonly count: number; readonly first: string | null; readonly last: string | null }> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(sealedTable)}
    where id > ${after}::uuid and id < ${before}::uuid order by id limit ${most}`.execute(db);
  return { count: rows.length, first: rows[0]?.id ?? null, last: rows.at(-1)?.id ?? null };
}

/** How many rows lie after an id. */
export async function rowsAfter(db: Db, after: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(sealedTable)}
    where id > ${after}::uuid`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The columns the table has now. */
export async function presentColumns(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = to_regclass(${sealedTable}) and attnum > 0 and not attisdropped`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * The moment before which no open transaction can still write a row, in epoch milliseconds by the database's clock:
 * `lag` ago, or `margin` before the oldest transaction of the application began. Rows are named by the time they are
 * made at, inside their transaction: what is not committed yet lies after it.
 */
export async function settledUntil(db: Db, lag: number, margin: number): Promise<number> {
  const { rows } = await sql<{ now: number; oldest: number | null }>`select
      (extract(epoch from clock_timestamp()) * 1000)::bigint as now,
      (extract(epoch from (select min(xact_start) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid())) * 1000)::bigint as oldest`.execute(db);
  const { now, oldest } = rows[0] ?? { now: 0, oldest: 0 };
  return Math.min(now - lag, (oldest ?? now) - margin);
}
