import { sql } from 'kysely';
import type { Db } from '../../kernel/database/db.ts';

/** A seal as stored; see `seal.ts` for what it says. */
export type StoredSeal = {
  readonly number: number;
  readonly kind: string;
  readonly rows: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly fromId: string;
  readonly toId: string;
  readonly columns: string;
  readonly digest: string;
  readonly previous: string;
  readonly seal: string;
};

const facts = sql`number, kind, rows, first_at as "firstAt", last_at as "lastAt", from_id as "fromId", to_id as "toId",
  columns, digest, previous, seal`;

/** The last seal, and the last that sealed rows (of which the next goes on). */
export async function lastSeals(
  db: Db,
): Promise<{ readonly last: StoredSeal | undefined; readonly lastOfRows: StoredSeal | undefined }> {
  const last = await sql<StoredSeal>`select ${facts} from audit_seal order by number desc limit 1`.execute(db);
  const ofRows =
    await sql<StoredSeal>`select ${facts} from audit_seal where kind = 'rows' order by number desc limit 1`.execute(db);
  return { last: last.rows[0], lastOfRows: ofRows.rows[0] };
}

/** The seal of a number. */
export async function sealOf(db: Db, number: number): Promise<StoredSeal | undefined> {
  const { rows } = await sql<StoredSeal>`select ${facts} from audit_seal where number = ${number}`.execute(db);
  return rows[0];
}

/** Seals that say that old months are gone. */
export async function retiredSeals(db: Db): Promise<readonly StoredSeal[]> {
  const { rows } =
    await sql<StoredSeal>`select ${facts} from audit_seal where kind = 'retired' order by number`.execute(db);
  return rows;
}

/** Up to which id rows are sealed as gone; empty where none are. */
export async function retiredUntil(db: Db): Promise<string> {
  const seals = await retiredSeals(db);
  return seals.map(({ toId }) => toId).reduce((most, id) => (id > most ? id : most), '');
}

/** Whether rows from before a moment (epoch milliseconds) are under a seal. */
export async function hasSealedBefore(db: Db, moment: number): Promise<boolean> {
  const { rows } = await sql`select 1 from audit_seal where kind = 'rows' and first_at < ${new Date(moment)}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The next seals after a number, with what they say of each row. */
export async function sealsAfter(
  db: Db,
  number: number,
  most: number,
): Promise<readonly (StoredSeal & { readonly rowDigests: string })[]> {
  const { rows } = await sql<StoredSeal & { readonly rowDigests: string }>`select ${facts}, row_digests as "rowDigests"
    from audit_seal where number > ${number} order by number limit ${most}`.execute(db);
  return rows;
}
