import { sql } from 'kysely';
import type { Session } from './connect.ts';

/**
 * The next value of a numbered series within a period, from 1. Taken outside the transaction of the change,
 * so that creations do not wait for one another; a change that fails leaves a gap.
 */
export async function nextNumber(db: Session, name: string, period: string): Promise<number> {
  const result = await sql<{
    value: number;
  }>`insert into number_sequence (name, period, value) values (${name}, ${period}, 1)
    on conflict (name, period) do update set value = number_sequence.value + 1 returning value`.execute(db);
  return result.rows[0]?.value ?? 1;
}
