import { type RawBuilder, sql } from 'kysely';
import { every } from './conditions.ts';

/** How a row leads to a column of what it refers to: its own reference, and the table and column behind it. */
export type ReferredColumn = {
  readonly reference: RawBuilder<unknown>;
  readonly table: string;
  readonly column: string;
};

/** Up to so many records their rows are gathered and put in order. */
const gathered = 4_000;
/** Up to so many records a statement keeps them in a set; its memory has room for them. */
const kept = 100_000;

/**
 * Rows that refer to a record with a value in a column, as two alternatives of which one is empty, by how many such records
 * there are. Of few, the rows are found from them. Of many, enough rows lie near the beginning of any order: it is walked,
 * and each row looked for in the set of them; where the set is too large, what each row refers to is looked at. Left to
 * the database, it would take one way or the other by what it expects, and be wrong by a thousand times.
 */
export function referredAlternatives(
  { reference, table, column }: ReferredColumn,
  value: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  const known = sql.ref(`r.${column}`);
  const upTo = (most: number) =>
    sql`select r.id from ${sql.table(table)} as r where ${known} = ${value} limit ${sql.lit(most)}`;
  const isMore = (than: number) => sql`(select count(*) > ${sql.lit(than)} from (${upTo(than + 1)}) as known)`;
  const looked = sql`(select ${known} = ${value} from ${sql.table(table)} as r where r.id = ${reference})`;
  const isMeant = sql`case when ${isMore(kept)} then ${looked} else ${reference} in (${upTo(kept)}) end`;
  return [
    every([sql`not ${isMore(gathered)}`, sql`${reference} = any(array(${upTo(gathered)}))`]),
    // No index shall be led to begin with the set: the rows are wanted in their order.
    every([isMore(gathered), sql`coalesce(${isMeant}, false)`]),
  ];
}
