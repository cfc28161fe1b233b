import { sql } from 'kysely';
import type { Db } from '../kernel/database/db.ts';

/** What is known of a key: nothing yet, an answer to give again, or that it was used for something else. */
export type KeyState =
  | { readonly state: 'new' }
  | { readonly state: 'answered'; readonly answer: unknown }
  | { readonly state: 'misused' };

/** Takes a key inside the transaction; a second call with it waits for the first and then finds its answer. */
export async function takeKey(
  db: Db,
  staffId: string,
  key: string,
  operation: string,
  requestHash: string,
): Promise<KeyState> {
  const taken =
    await sql`insert into idempotency_key (staff_id, key, operation, request_hash) values (${staffId}, ${key}, ${operation}, ${requestHash})
    on conflict (staff_id, key, operation) do nothing`.execute(db);
  if (taken.numAffectedRows === 1n) return { state: 'new' };
  const known = await sql<{ request_hash: string; answer: unknown }>`select request_hash, answer from idempotency_key
    where staff_id = ${staffId} and key = ${key} and operation = ${operation}`.execute(db);
  const row = known.rows[0];
  if (row === undefined || row.request_hash !== requestHash) return { state: 'misused' };
  return { state: 'answered', answer: row.answer };
}

/** Keeps the answer beside its key, in the same transaction as the change. */
export async function keepAnswer(
  db: Db,
  staffId: string,
  key: string,
  operation: string,
  answer: unknown,
): Promise<void> {
  await sql`update idempotency_key set answer = ${JSON.stringify(answer)}::jsonb where staff_id = ${staffId} and key = ${key} and operation = ${operation}`.execute(
    db,
  );
}
