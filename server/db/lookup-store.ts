import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { LookupLimits } from '../kernel/caller/caller.ts';
import type { Db } from '../kernel/database/db.ts';
import { inTransaction } from './connection/connect.ts';

/** One value of one kind of masked field that a person wants to look up. */
export type WantedLookup = {
  readonly staffId: string;
  /** Kind of the masked field. */
  readonly mask: string;
  readonly entity: string;
  /** Keyed hash of the value: the same one, wherever else it is looked up, is one value. */
  readonly value: string;
  readonly limits: LookupLimits;
};

/**
 * What a place of the quota stands for: a value that was looked up (`told`); one that is being written, which counts as
 * looked up until it is known how that ends (`open`); and one that was written and was nobody's (`written`).
 */
export type QuotaState = 'told' | 'open' | 'written';

/**
 * A place that was taken; without an id the same was looked up a short while ago and counts no second time. Else which
 * limit is reached, and of the minute how many seconds to wait.
 */
export type QuotaTaken =
  | { readonly id: string | undefined }
  | { readonly reached: 'minute' | 'day'; readonly wait: number };

/** Minutes in which pages, counts and repetitions of one lookup are that one lookup. */
const sameFor = 10;
/** Values written for the first time are work: so many times as many of them a day as lookups. */
const writesPerLookup = 2;

type Used = {
  readonly known: boolean;
  readonly minute: number;
  readonly day: number;
  readonly written: number;
  readonly wait: number;
};

/**
 * Takes a place in a person's quota, in a transaction of its own, so that it stays taken whatever becomes of the call.
 * Lookups of one person are counted one after another: many at once find no more places than there are.
 */
export function takeQuota(db: Db, wanted: WantedLookup, state: 'told' | 'open'): Promise<QuotaTaken> {
  const { staffId, mask, entity, value, limits } = wanted;
  return inTransaction(db, async (inside) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lookup:${staffId}`}, 0))`.execute(inside);
    const { known, minute, day, written, wait } = await usedQuota(inside, wanted);
    if (known) return { id: undefined };
    if (day >= limits.day || (state === 'open' && written >= limits.day * writesPerLookup))
      return { reached: 'day', wait: 0 };
    if (minute >= limits.minute) return { reached: 'minute', wait };
    const id = uuid();
    await sql`insert into masked_lookup (id, staff_id, mask, entity, value, state, taken_at)
      values (${id}, ${staffId}, ${mask}, ${entity}, ${value}, ${state}, clock_timestamp())`.execute(inside);
    return { id };
  });
}

/** Whether it is known, and how many other values a person has used: times are the database's, which all nodes share. */
async function usedQuota(db: Db, { staffId, mask, entity, value }: WantedLookup): Promise<Used> {
  const { rows } = await sql<Used>`with today as (
      select entity, value, state, taken_at, clock_timestamp() as moment,
        date_trunc('day', clock_timestamp() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as since
      from masked_lookup where staff_id = ${staffId} and mask = ${mask} and taken_at > clock_timestamp() - interval '1 day'),
    others as (select value, taken_at, moment, since, state <> 'written' as told, state <> 'told' as written,
        taken_at > moment - interval '1 minute' as recent from today where value <> ${value})
    select exists(select from today where entity = ${entity} and value = ${value}
        and taken_at > moment - ${sql.lit(`${sameFor} minutes`)}::interval) as known,
      count(distinct value) filter (where told and recent)::int as minute,
      count(distinct value) filter (where told and taken_at >= since)::int as day,
      count(distinct value) filter (where written and taken_at >= since)::int as written,
      greatest(1, coalesce(ceil(extract(epoch from min(taken_at) filter (where told and recent)
        + interval '1 minute' - max(moment))), 1))::int as wait
    from others`.execute(db);
  return rows[0] ?? { known: false, minute: 0, day: 0, written: 0, wait: 1 };
}

/** Says how the writing ended for which places were taken. */
export async function settleQuota(db: Db, ids: readonly string[], state: 'told' | 'written'): Promise<void> {
  if (ids.length === 0) return;
  await sql`update masked_lookup set state = ${state} where id = any(${[...ids]}::uuid[])`.execute(db);
}
