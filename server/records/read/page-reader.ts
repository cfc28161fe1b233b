import { type RawBuilder, sql } from 'kysely';
import { KeyedCache } from '../../../engine/model/cache/index.ts';
import { prepared } from '../../db/connection/prepared.ts';
import { RepeatedStatement } from '../../db/connection/repeated-statement.ts';
import { Statement } from '../../db/connection/statement.ts';
import type { Db } from '../../kernel/database/db.ts';
import { every } from '../plan/conditions.ts';
import { CollectedRows } from './collected-rows.ts';
import { type KeyRange, keyRanges } from './key-ranges.ts';
import { countCap, type PageQuery, rowsBefore } from './page-query.ts';

/** Rows of a list that are walked in its order for what many are wanted by: a family name of three in a thousand is among them. */
const maxWalked = 10_000;
/** Most rows found by a text that are put in order by sorting; more of them are met soon enough in order. */
const maxFound = 5000;

/** Statements kept for the same page to be read again. */
const maxStatements = 8;

type Row = Readonly<Record<string, unknown>>;

/** Rows of a page, one more where there are more, in the order they are read; `total` up to one beyond the cap. */
export type PageRows = { readonly rows: readonly Row[]; readonly total: number | undefined };

/** The same, counted. */
type CountedRows = PageRows & { readonly total: number };

/** Those of a list's first rows that are wanted, up to one more than a page holds; `isWhole` where it has no others. */
type FirstRows = CountedRows & { readonly isWhole: boolean };

type PageStatement = Pick<Statement<Row>, 'run'>;

/** A part of a page: rows of a key range. */
type PagePart = { readonly keyRange: KeyRange; readonly wanted: number; readonly offset: number };

/** Reads a page and its count in one statement where it can. */
export class PageReader {
  readonly #query: PageQuery;
  readonly #keyRanges: readonly KeyRange[];
  readonly #collected: CollectedRows;
  /** Its statements by what they read: a reader may be kept and read again. */
  readonly #statements = new KeyedCache<PageStatement>({ max: maxStatements });

  constructor(query: PageQuery) {
    this.#query = query;
    this.#keyRanges = keyRanges(query.keys, query.start);
    this.#collected = new CollectedRows(query, this.#keyRanges);
  }

  /**
   * Reads rows in their order, along an index where one gives it, until the page is full; the start's values come now.
   * `known` is how many there are where that is known to be more than is counted: then they are not counted again.
   */
  async read(db: Db, values: readonly unknown[], known?: number): Promise<PageRows> {
    const { size, count } = this.#query;
    const rows: Row[] = [];
    let total = count === 'capped' ? known : undefined;
    const isCounted = count !== 'none' && total === undefined;
    let offset = rowsBefore(this.#query.start);
    for (const [place, keyRange] of this.#keyRanges.entries()) {
      const wanted = size + 1 - rows.length;
      const at = { keyRange, wanted, offset };
      const answer =
        place === 0 && isCounted
          ? await this.#withTotal(
              this.#statement('counted', () =>
                this.#beginsCount() ? this.#collected.begun(keyRange) : this.#counted(this.#page(at)),
              ),
              values,
              db,
            )
          : await this.#rows(
              this.#statement(`${place} ${wanted} ${offset}`, () => this.#page(at)),
              values,
              db,
            );
      total ??= answer.total;
      rows.push(...answer.rows);
      if (rows.length > size) break;
      // Rows that this run passed over count for the next.
      if (offset > 0 && place < this.#keyRanges.length - 1)
        offset = rows.length > 0 ? 0 : offset - (await this.#length(keyRange, offset, db));
    }
    return { rows, total };
  }

  /**
   * Reads rows that a text finds. An index knows which they are but not their order: few are collected and sorted. Of
   * very many, the page is read in its order, where they come often enough.
   */
  async readFound(db: Db, values: readonly unknown[]): Promise<PageRows> {
    const answer = await this.#withTotal(
      this.#statement('found', () => this.#collected.found(maxFound)),
      values,
      db,
    );
    if (answer.total > maxFound) return this.read(db, values, answer.total);
    return this.#query.count === 'none' ? { ...answer, total: undefined } : answer;
  }

  /** Counts its rows as far as they are counted; undefined where all of them are to be counted, or none. */
  cappedTotal(): RawBuilder<unknown> | undefined {
    const { count, rows } = this.#query;
    if (count !== 'capped') return undefined;
    return sql`select count(*) from (select 1 ${rows.counted} where ${rows.condition} limit ${sql.lit(countCap + 1)}) as capped`;
  }

  /** Whether the page is a list's first in an order in which its rows can be walked. */
  get beginsList(): boolean {
    const { start, keys } = this.#query;
    return start.kind === 'first' && keys[0]?.own === true && this.#keyRanges.length === 1;
  }

  /**
   * Reads those of the list's first rows that a condition wants; `isWhole` where the list has no others. Cheap for what
   * many rows are wanted by, since it goes no further than it must, and for lists of few rows; it says nothing of what
   * comes later, but `counted` tells how many there are where there are more than the page holds.
   */
  async readFirst(db: Db, wanted: RawBuilder<unknown>, counted = sql`null`): Promise<FirstRows> {
    const [keyRange] = this.#keyRanges;
    if (keyRange === undefined || this.#keyRanges.length > 1)
      throw new TypeError('an order whose first key is never empty');
    const { rows, columns, size } = this.#query;
    // Rows of several parts are collected before they are in order, all of them.
    const most = rows.parts.length === 0 ? maxWalked : countCap;
    // Asked where the rows are read anyway, in their order; the rest is walked only where the first are not enough.
    const statement = sql<Row>`with found as materialized (${this.#collected.first(keyRange, { further: sql`, ${wanted} as wanted`, most })}),
      page as materialized (select found.id from found where found.wanted limit ${sql.lit(size + 1)})
      select * from (select case when (select count(*) from page) <= ${sql.lit(size)} then (select count(*) from found)
        else (${counted}) end as total) as counted left join lateral (
        select ${columns} ${rows.from} where ${rows.id} = any(array(select page.id from page)) order by ${keyRange.order}
      ) as shown on true`;
    const { rows: found, total } = await this.#withTotal(new Statement(statement), [], db);
    return { rows: found, total, isWhole: found.length <= size && total <= most };
  }

  #statement(key: string, make: () => RawBuilder<unknown>): PageStatement {
    const { steady } = this.#query;
    return this.#statements.of(key, () =>
      steady === 'repeated'
        ? new RepeatedStatement(sql<Row>`${make()}`)
        : new Statement(sql<Row>`${steady ? prepared : sql``}${make()}`),
    );
  }

  #page({ keyRange, wanted, offset }: PagePart): RawBuilder<unknown> {
    const { columns, rows } = this.#query;
    const all = keyRange.condition === undefined ? rows.condition : every([rows.condition, keyRange.condition]);
    const skip = offset === 0 ? sql`` : sql` offset ${sql.lit(offset)}`;
    return sql`select ${columns} ${rows.from} where ${all} order by ${keyRange.order} limit ${sql.lit(wanted)}${skip}`;
  }

  async #rows(statement: PageStatement, values: readonly unknown[], db: Db): Promise<PageRows> {
    return { rows: (await statement.run(db, ...values)).rows, total: undefined };
  }

  #counted(page: RawBuilder<unknown>): RawBuilder<unknown> {
    const { count, rows } = this.#query;
    const cap = count === 'exact' ? sql`` : sql` order by ${this.#countOrder()} limit ${sql.lit(countCap + 1)}`;
    const counted = sql`select count(*) as total from (select 1 ${rows.counted} where ${rows.condition}${cap}) as found`;
    return sql`select * from (${counted}) as counted left join lateral (${page}) as page on true`;
  }

  /**
   * Of many rows those are counted that the list begins with: the index that gives the page gives them too, and they
   * lie together. Where no index can, the newest.
   */
  #countOrder(): RawBuilder<unknown> {
    const { rows, keys } = this.#query;
    const [first] = keys;
    if (first?.own !== true) return sql`${rows.createdAt} desc`;
    return first.descending ? sql`${first.column} desc` : sql`${first.column} asc`;
  }

  /** Whether the rows of the page are among those that are counted: the list's first, in its order. */
  #beginsCount(): boolean {
    const { start, size, count, keys } = this.#query;
    const isNear = start.kind === 'first' || (start.kind === 'row' && start.row + size <= countCap);
    return count === 'capped' && isNear && keys[0]?.own === true;
  }

  /** The total stands in every row; where the page has none, in one row without an id. */
  async #withTotal(statement: PageStatement, values: readonly unknown[], db: Db): Promise<CountedRows> {
    const { rows } = await statement.run(db, ...values);
    const total = Number(rows[0]?.total ?? 0);
    return { rows: rows.filter((row) => row.id !== null), total };
  }

  /** How many rows a run has, counted no further than asked. */
  async #length(keyRange: KeyRange, most: number, db: Db): Promise<number> {
    const { rows } = this.#query;
    const condition = keyRange.condition === undefined ? rows.condition : every([rows.condition, keyRange.condition]);
    const { rows: answer } = await sql<{
      n: number;
    }>`select count(*) as n from (select 1 ${rows.from} where ${condition} limit ${sql.lit(most)}) as passed`.execute(
      db,
    );
    return answer[0]?.n ?? 0;
  }
}
