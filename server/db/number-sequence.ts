import { sql } from 'kysely';
import type { Session } from './connect.ts';
import { prepared } from './prepared.ts';

/**
 * The next value of a numbered series within a period, from 1. Taken outside the transaction of the change,
 * so that creations do not wait for one another; a change that fails leaves a gap. Nobody waits for the disk: a change
 * that uses the number is written after it, and reaches the disk no sooner.
 */
export async function nextNumber(db: Session, name: string, period: string): Promise<number> {
  // A transaction it joins must reach the disk when it says so.
  const isAlone = !db.isTransaction;
  const result = await sql<{
    value: number;
  }>`${prepared}with unhurried as materialized (select ${isAlone ? sql`set_config('synchronous_commit', 'off', true)` : sql`1`})
    insert into number_sequence (name, period, value) select ${name}::text, ${period}::text, 1 from unhurried
    on conflict (name, period) do update set value = number_sequence.value + 1 returning value`.execute(db);
  return result.rows[0]?.value ?? 1;
}

/** The first of so many values that follow one another, all of them taken. */
export async function nextNumbers(db: Session, name: string, period: string, count: number): Promise<number> {
  const result = await sql<{
    value: number;
  }>`insert into number_sequence (name, period, value) values (${name}, ${period}, ${count})
    on conflict (name, period) do update set value = number_sequence.value + ${count} returning value`.execute(db);
  return (result.rows[0]?.value ?? count) - count + 1;
}
