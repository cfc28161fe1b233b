import { sql } from 'kysely';
import { memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { Db } from '../kernel/database/db.ts';
import { prepared } from './connection/prepared.ts';

/**
 * The next value of a numbered series within a period, from 1. Taken outside the transaction of the change,
 * so that creations do not wait for one another; a change that fails leaves a gap. Within this process those who ask
 * while a statement is under way share the next one.
 */
export async function nextNumber(db: Db, name: string, period: string): Promise<number> {
  if (db.isTransaction) return nextNumbers(db, name, period, 1);
  const all = seriesOf(db);
  const key = `${name} ${period}`;
  const series = all.get(key) ?? { waiting: 0, next: undefined, last: Promise.resolve() };
  all.set(key, series);
  const place = series.waiting;
  series.waiting += 1;
  series.next ??= series.last.then(() => {
    const count = series.waiting;
    series.waiting = 0;
    series.next = undefined;
    const taken = nextNumbers(db, name, period, count);
    series.last = taken
      .catch(() => undefined)
      .then(() => {
        if (series.next === undefined) all.delete(key);
      });
    return taken;
  });
  return (await series.next) + place;
}

type Series = {
  /** How many wait for the statement that comes next, and what it will answer. */
  waiting: number;
  next: Promise<number> | undefined;
  /** The statement that went out last, whatever came of it. */
  last: Promise<unknown>;
};

/** The series asked for just now in a database. */
const seriesOf = memoizeByIdentity((_db: Db) => new Map<string, Series>());

/**
 * The first of so many values that follow one another, all of them taken. Nobody waits for the disk: a change
 * that uses the numbers is written after them, and reaches the disk no sooner.
 */
export async function nextNumbers(db: Db, name: string, period: string, count: number): Promise<number> {
  // A transaction it joins must reach the disk when it says so.
  const unhurried = db.isTransaction ? sql`1` : sql`set_config('synchronous_commit', 'off', true)`;
  const result = await sql<{ value: number }>`${prepared}with unhurried as materialized (select ${unhurried})
    insert into number_sequence (name, period, value) select ${name}::text, ${period}::text, ${count}::bigint from unhurried
    on conflict (name, period) do update set value = number_sequence.value + excluded.value returning value`.execute(
    db,
  );
  return (result.rows[0]?.value ?? count) - count + 1;
}
