import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/**
 * What attempts at a password are counted by: an account in total, wherever they come from; a device that signed in to
 * the account before, which has a count of its own; the old password when it is changed; and an address, over all accounts.
 */
export type AttemptKind = 'account' | 'device' | 'password' | 'address';

/** Attempts without a delay, the one from which the account is locked, for how long, and when counting begins anew; seconds. */
type Limit = { readonly free: number; readonly lockAt: number; readonly locked: number; readonly forgotten: number };

const hour = 3600;
const guarded: Limit = { free: 5, lockAt: 12, locked: 900, forgotten: 24 * hour };
const limits: Readonly<Record<AttemptKind, Limit>> = {
  account: guarded,
  device: guarded,
  password: guarded,
  // One office is one address: only what no office does slows it, to an attempt in two seconds.
  address: { free: 200, lockAt: 200, locked: 2, forgotten: hour },
};

/** How many wrong passwords lock an account, and for how long, in seconds. */
export const lockAfter = guarded.lockAt;
export const lockSeconds = guarded.locked;

/** An attempt that may be made, with how many failures it makes if it fails; or how long to wait, in seconds. */
export type Reservation =
  | { readonly granted: true; readonly count: number }
  | { readonly granted: false; readonly wait: number; readonly isLocked: boolean };

/**
 * Counts an attempt as failed before it is made, in one statement: of many made at once, no more are granted than if they
 * came one after another. Who succeeds has it taken off again with `forgetAttempts` or `releaseAttempt`. Attempts that
 * are not granted count nothing, so that hammering prolongs no lock.
 */
export async function reserveAttempt(db: Db, kind: AttemptKind, key: string): Promise<Reservation> {
  const limit = limits[kind];
  const isStale = sql`a.last_at < clock_timestamp() - make_interval(secs => ${limit.forgotten})`;
  const granted = await sql<{ failures: number }>`insert into sign_in_attempt as a (kind, key, failures, last_at)
    values (${kind}, ${key}, 1, clock_timestamp())
    on conflict (kind, key) do update set last_at = clock_timestamp(),
      failures = case when ${isStale} then 1 else a.failures + 1 end
    where ${isStale} or a.failures < ${limit.free}
      or a.last_at + make_interval(secs => ${delaySql(limit)}) <= clock_timestamp()
    returning failures`.execute(db);
  const [taken] = granted.rows;
  if (taken !== undefined) return { granted: true, count: taken.failures };
  // Never longer than the delay, though the clock may have been set back since.
  const held = await sql<{ failures: number; wait: number }>`select a.failures, least(${delaySql(limit)},
      ceil(extract(epoch from a.last_at + make_interval(secs => ${delaySql(limit)}) - clock_timestamp())))::int as wait
    from sign_in_attempt as a where a.kind = ${kind} and a.key = ${key}`.execute(db);
  const { failures, wait } = held.rows[0] ?? { failures: 0, wait: 1 };
  return { granted: false, wait: Math.max(1, wait), isLocked: kind !== 'address' && failures >= limit.lockAt };
}

/** Seconds before the next attempt: none up to the free ones, then 2, 4, 8 …, then those of the lock. */
function delaySql({ free, lockAt, locked }: Limit): RawBuilder<unknown> {
  return sql`(case when a.failures < ${free} then 0 when a.failures >= ${lockAt} then ${locked}
    else power(2, least(a.failures - ${free} + 1, 10)) end)::double precision`;
}

/** Takes back the reservation of one attempt that did not fail. */
export async function releaseAttempt(db: Db, kind: AttemptKind, key: string): Promise<void> {
  await sql`update sign_in_attempt set failures = greatest(failures - 1, 0) where kind = ${kind} and key = ${key}`.execute(
    db,
  );
}

/** Forgets the failures of a kind and key: whoever made them knows the password now. */
export async function forgetAttempts(db: Db, kind: AttemptKind, key: string): Promise<void> {
  await sql`delete from sign_in_attempt where kind = ${kind} and key = ${key}`.execute(db);
}

/** Forgets all failures at an account's password, as it has another one now: of its devices too. */
export async function forgetAttemptsOf(db: Db, staffId: string): Promise<void> {
  await sql`delete from sign_in_attempt where kind in ('account', 'password') and key = ${staffId}
    or kind = 'device' and key like ${`${staffId} %`}`.execute(db);
}
