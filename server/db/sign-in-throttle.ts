import { sql } from 'kysely';
import type { Session } from './connect.ts';

/** Failed attempts before a delay begins, by what is counted. */
const free = { account: 5, address: 30 } as const;
const longestDelay = 300;

type Kind = keyof typeof free;

/**
 * Seconds to wait before another attempt, 0 for none. Counted per (account, address) and per address: guesses
 * from elsewhere never lock out the owner of an account.
 */
export async function signInDelay(db: Session, account: string, address: string): Promise<number> {
  const result = await sql<{ kind: Kind; failures: number; idle: number }>`
    select kind, failures, extract(epoch from now() - last_at)::int as idle from sign_in_attempt
    where (kind = 'account' and key = ${keyOf(account, address)}) or (kind = 'address' and key = ${address})`.execute(
    db,
  );
  return Math.max(0, ...result.rows.map((row) => delayOf(row.kind, row.failures) - row.idle));
}

/** 0 up to the free attempts, then 2, 4, 8 … seconds up to five minutes. */
export function delayOf(kind: Kind, failures: number): number {
  const over = failures - free[kind];
  return over < 0 ? 0 : Math.min(2 ** (over + 1), longestDelay);
}

/** Counts a failure; counts older than an hour start again. */
export async function countFailure(db: Session, account: string, address: string): Promise<void> {
  for (const [kind, key] of [
    ['account', keyOf(account, address)],
    ['address', address],
  ] as const) {
    await sql`insert into sign_in_attempt (kind, key, failures, last_at) values (${kind}, ${key}, 1, now())
      on conflict (kind, key) do update set last_at = now(),
        failures = case when sign_in_attempt.last_at < now() - interval '1 hour' then 1 else sign_in_attempt.failures + 1 end`.execute(
      db,
    );
  }
}

/** Forgets the failures of an account from this address after it signed in. */
export async function forgetFailures(db: Session, account: string, address: string): Promise<void> {
  await sql`delete from sign_in_attempt where kind = 'account' and key = ${keyOf(account, address)}`.execute(db);
}

function keyOf(account: string, address: string): string {
  return `${account.slice(0, 64).toLowerCase()}@${address}`;
}
