import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';
import { codeOf } from '../kernel/errors/start-error.ts';

/** An event as a reader gets it. */
export type StoredEvent = {
  readonly id: string;
  readonly topic: string;
  readonly staffId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * How far a reader has come. Numbers would not do: a transaction that took a lower one may commit later. So it is the
 * database's own account of which transactions were over at the time, and reading on means: what has been committed
 * since. Exact without waiting for anybody, on every node, over any restart.
 */
export type Position = { readonly snapshot: string; readonly readAt: number };

/** What was committed between two positions; `tooMany` where it is more than anyone should replay. */
export type EventPage = { readonly position: Position; readonly events: readonly StoredEvent[] | 'tooMany' };

const maxEvents = 2000;

type Row = { snapshot: string; readAt: number; events: readonly StoredEvent[] };

/** The position of now. */
export async function currentPosition(db: Db): Promise<Position> {
  const result = await sql<Position>`select pg_current_snapshot()::text as snapshot, ${moment} as "readAt"`.execute(db);
  return only(result.rows);
}

/**
 * Everything committed after a position, in order, and the position that has been reached by it. `tooMany` also where
 * the database has fallen behind the position: it was restored, and nobody knows what was told already.
 */
export async function eventsAfter(db: Db, after: Position): Promise<EventPage> {
  const { snapshot, readAt, events } = await readPage(db, committedAfter(after));
  const isUnsure = events.length > maxEvents || lastOf(snapshot) < lastOf(after.snapshot);
  return { position: { snapshot, readAt }, events: isUnsure ? 'tooMany' : events };
}

/**
 * What a person missed between two positions; undefined where the first is none this database has given: of another
 * database, of one restored since, or older than events are kept.
 */
export async function eventsMissed(
  db: Db,
  between: { readonly after: Position; readonly upTo: Position; readonly keptHours: number },
  staffId: string,
): Promise<readonly StoredEvent[] | undefined> {
  const { after, upTo, keptHours } = between;
  if (upTo.readAt - after.readAt > keptHours * 3_600_000 || after.readAt > upTo.readAt) return undefined;
  if (lastOf(after.snapshot) > lastOf(upTo.snapshot)) return undefined;
  const missed = sql`${committedAfter(after)} and pg_visible_in_snapshot(xid, ${upTo.snapshot}::pg_snapshot)
    and (staff_id is null or staff_id = ${staffId})`;
  try {
    const { events } = await readPage(db, missed);
    return events.length > maxEvents ? undefined : events;
  } catch (error) {
    // 22P02: reads like a position and is none.
    if (codeOf(error) === '22P02') return undefined;
    throw error;
  }
}

/** The first transaction number that had not been given yet. */
function lastOf(snapshot: string): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0);
}

const moment = sql`floor(extract(epoch from clock_timestamp()) * 1000)::float8`;

function committedAfter({ snapshot }: Position): RawBuilder<unknown> {
  return sql`xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`;
}

/** Events and position come from one statement, that is, from one view of the database. */
async function readPage(db: Db, condition: RawBuilder<unknown>): Promise<Row> {
  const result = await sql<Row>`select pg_current_snapshot()::text as snapshot, ${moment} as "readAt",
    coalesce((select json_agg(json_build_object('id', e.id, 'topic', e.topic, 'staffId', e.staff_id, 'data', e.data)
        order by e.created_at, e.id)
      from (select id, topic, staff_id, data, created_at from server_event where ${condition}
        limit ${maxEvents + 1}) e), '[]'::json) as events`.execute(db);
  return only(result.rows);
}

function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new TypeError('the statement answers one row');
  return row;
}
