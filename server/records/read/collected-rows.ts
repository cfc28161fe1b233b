import { type RawBuilder, sql } from 'kysely';
import { every } from '../plan/conditions.ts';
import { type KeyRange, keyRanges, orderBy } from './key-ranges.ts';
import { isBackwards, type SortKey } from './keyset.ts';
import { countCap, type PageQuery, rowsBefore } from './page-query.ts';

/** Statements that collect the ids of rows first, and then take the page from them. */
export class CollectedRows {
  readonly #query: PageQuery;
  readonly #keyRanges: readonly KeyRange[];

  constructor(query: PageQuery, ranges: readonly KeyRange[]) {
    this.#query = query;
    this.#keyRanges = ranges;
  }

  /**
   * Collects the rows the list begins with, as far as they are counted, once: the page is taken from them. Rows whose
   * first key is empty, which come after all others, are only counted where there are no more of the others.
   */
  begun(keyRange: KeyRange): RawBuilder<unknown> {
    const { rows } = this.#query;
    const collected = this.first(keyRange);
    const [, last] = this.#keyRanges;
    const found = sql`(select count(*) from found)`;
    if (last?.condition === undefined) return this.#paged(collected, sql`true`, found);
    const rest = sql`(select count(*) from (select 1 ${rows.sorted}
      where ${every([rows.condition, last.condition])} order by ${last.order} limit ${sql.lit(countCap + 1)}) as rest)`;
    const total = sql`(select case when found.total > ${sql.lit(countCap)} then found.total
      else found.total + ${rest} end from (select count(*) as total from found) as found)`;
    return this.#paged(collected, sql`true`, total);
  }

  /** Collects the first rows of a range, as far as they are counted: where they have parts, the first of each of those. */
  first(
    { condition, order }: KeyRange,
    { further, most }: { readonly further: RawBuilder<unknown>; readonly most: number } = {
      further: sql``,
      most: countCap,
    },
  ): RawBuilder<unknown> {
    const { rows, start } = this.#query;
    const limit = sql`limit ${sql.lit(most + 1)}`;
    const of = (wanted: RawBuilder<unknown>) =>
      sql`${this.#collected()}${further} ${rows.sorted} where ${condition === undefined ? wanted : every([wanted, condition])} order by ${order} ${limit}`;
    if (rows.parts.length === 0) return of(rows.condition);
    // A row of several parts is taken once.
    const parts = sql.join(
      rows.parts.map((part) => sql`(${of(part)})`),
      sql` union `,
    );
    return sql`select * from (${parts}) as found order by ${orderBy(this.#kept(), isBackwards(start))} ${limit}`;
  }

  /** Collects all rows that a text finds, unless they are more than so many, and sorts them. */
  found(most: number): RawBuilder<unknown> {
    const { rows } = this.#query;
    const collected = sql`${this.#collected()} ${rows.sorted} where ${rows.condition} limit ${sql.lit(most + 1)}`;
    const isFew = sql`(select count(*) from found) <= ${sql.lit(most)}`;
    const [place] = keyRanges(this.#kept(), this.#query.start);
    const isPlaced = place?.condition === undefined ? isFew : every([isFew, place.condition]);
    return this.#paged(collected, isPlaced, sql`(select count(*) from found)`);
  }

  /** The sort keys as they stand in the rows collected. */
  #kept(): readonly SortKey[] {
    return this.#query.keys.map((key, index) => ({ ...key, column: sql.ref(`found.k${index}`), own: false }));
  }

  /** Ids with what they are sorted by. */
  #collected(): RawBuilder<unknown> {
    const { rows, keys } = this.#query;
    const sorted = keys.map((key, index) => sql`${key.column} as ${sql.ref(`k${index}`)}`);
    return sql`select ${sql.join([sql`${rows.id} as id`, ...sorted])}`;
  }

  /** Puts the rows collected in order and reads the rest of the rows of the page alone. */
  #paged(
    collected: RawBuilder<unknown>,
    isPlaced: RawBuilder<unknown>,
    total: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    const { rows, keys, start, columns, size } = this.#query;
    const backwards = isBackwards(start);
    return sql`with found as materialized (${collected}),
      page as materialized (select found.id from found where ${isPlaced} order by ${orderBy(this.#kept(), backwards)}
        limit ${sql.lit(size + 1)} offset ${sql.lit(rowsBefore(start))})
      select * from (select ${total} as total) as counted left join lateral (
        select ${columns} ${rows.from} where ${rows.id} = any(array(select page.id from page))
        order by ${orderBy(keys, backwards)}) as shown on true`;
  }
}
