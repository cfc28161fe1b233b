import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** A message that is due, held for as long as the transaction lasts. */
export type DueMessage = {
  readonly id: string;
  readonly port: string;
  readonly payload: unknown;
  readonly attempts: number;
};

/** Holds the message that is due longest; what another carrier holds is passed over. */
export async function holdDueMessage(db: Db, ports: readonly string[]): Promise<DueMessage | undefined> {
  const result = await sql<DueMessage>`select id, port, payload, attempts from outbox_message
    where status = 'pending' and next_at <= now() and deleted_at is null and port = any(${[...ports]})
    order by next_at, id limit 1 for update skip locked`.execute(db);
  return result.rows[0];
}

/** Milliseconds until the next message is due; undefined where none waits. */
export async function untilNextDue(db: Db, ports: readonly string[]): Promise<number | undefined> {
  const result = await sql<{ wait: number | null }>`
    select (extract(epoch from min(next_at) - now()) * 1000)::float8 as wait from outbox_message
    where status = 'pending' and deleted_at is null and port = any(${[...ports]})`.execute(db);
  return result.rows[0]?.wait ?? undefined;
}

/** Notes that the other side took it. */
export async function markDelivered(db: Db, id: string): Promise<void> {
  await sql`update outbox_message set status = 'delivered', attempts = attempts + 1, delivered_at = now(), last_error = null,
    updated_at = now(), version = version + 1 where id = ${id}`.execute(db);
}

/** Puts a message that could not be delivered off, or gives it up where no time is told. */
export async function markFailed(
  db: Db,
  id: string,
  failure: { readonly error: string; readonly retryIn: number | undefined },
): Promise<void> {
  const { error, retryIn } = failure;
  await sql`update outbox_message set attempts = attempts + 1, last_error = ${error.slice(0, 500)},
    status = ${retryIn === undefined ? 'dead' : 'pending'}, next_at = now() + make_interval(secs => ${(retryIn ?? 0) / 1000}),
    updated_at = now(), version = version + 1 where id = ${id}`.execute(db);
}
