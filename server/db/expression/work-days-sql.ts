import { type RawBuilder, sql } from 'kysely';
import type { WorkCalendar } from '../../../engine/model/time/index.ts';

type Sql = RawBuilder<unknown>;

/** Writes a text that becomes a value of the statement. */
type Write = (text: string) => Sql;

const dayLength = sql.lit(86_400_000);

/** Division that goes down below zero too; of whole numbers, which are many times faster than others. */
function divided(value: Sql, by: number): Sql {
  const shift = 1_000_000;
  return sql`((${value} + ${sql.lit(shift * by)}) / ${sql.lit(by)} - ${sql.lit(shift)})`;
}

/** Mondays to Fridays from Monday 29 December 1969 to a day since 1970, that day included. */
function weekdaysUntil(day: Sql): Sql {
  const weeks = divided(sql`(${day} + 3)`, 7);
  return sql`(${weeks} * 5 + least(${day} + 4 - ${weeks} * 7, 5))`;
}

/**
 * Counts working days in the database as the evaluator does. A day is a number since 1970; what is worked out of others
 * gets a name first (`offset 0` keeps it from being worked out wherever it is named). The calendar comes with the
 * statement: it is the one the evaluator uses in the same call.
 */
export class WorkDaysSql {
  readonly #days: Sql;
  readonly #more: Sql;
  readonly #before: Sql;
  readonly #isPlain: boolean;

  constructor({ days, more, before }: WorkCalendar, write: Write) {
    const list = (numbers: readonly number[]) => sql`${write(`{${numbers.join(',')}}`)}::bigint[]`;
    [this.#days, this.#more, this.#before] = [list(days), list(more), list(before)];
    this.#isPlain = days.length === 0;
  }

  /** Working days after one day up to and with another, both of type date. */
  between(from: Sql, to: Sql): Sql {
    const [first, last] = [this.#until(sql`first`), this.#until(sql`last`)];
    return sql`(select (${last} - ${first})::numeric
      from (select ${since(from)} as first, ${since(to)} as last offset 0) as days)`;
  }

  /** Days from a day of type date to the so-many-th working day after it, or before it; `count` is whole. */
  shift(day: Sql, count: Sql): Sql {
    const [own, dayBefore] = [this.#until(sql`day`), this.#until(sql`(day - 1)`)];
    const sought = sql`case when count > 0 then ${own} + count else ${dayBefore} + count + 1 end`;
    return sql`(select case count when 0 then 0 else ${this.#dayOf(sql`sought`)} - day end::numeric
      from (select day, count, ${sought} as sought
        from (select ${since(day)} as day, (${count})::bigint as count offset 0) as given offset 0) as counted)`;
  }

  /** Milliseconds of working days between two moments. */
  worked(from: Sql, to: Sql): Sql {
    return sql`(${this.#worked(to)} - ${this.#worked(from)})::numeric`;
  }

  /** Milliseconds from a moment until so many of working days are over; a day's last ends that day. */
  span(moment: Sql, length: Sql): Sql {
    const count = divided(sql`(target + ${dayLength} - 1)`, 86_400_000);
    const until = sql`${this.#dayOf(sql`count`)} * ${dayLength} + target - (count - 1) * ${dayLength}`;
    // Nothing, where the moment or the length is missing: the greatest of something and nothing would be something.
    return sql`(select case when target is not null then greatest(${until} - there, 0) end::numeric
      from (select there, target, ${count} as count
        from (select ${there(moment)} as there, ${this.#worked(moment)} + (${length})::bigint as target offset 0) as given
        offset 0) as counted)`;
  }

  #until(day: Sql): Sql {
    if (this.#isPlain) return weekdaysUntil(day);
    return sql`(${weekdaysUntil(day)} + coalesce((${this.#more})[width_bucket(${day}, ${this.#days})], 0))`;
  }

  /** The first day until which there are so many working days. */
  #dayOf(count: Sql): Sql {
    const dayAt = (index: Sql) => sql`${index} + 2 * ${divided(index, 5)} - 3`;
    if (this.#isPlain) return sql`(${dayAt(sql`(${count} - 1)`)})`;
    const place = sql`width_bucket(${count} - 1, ${this.#before})`;
    const index = sql`(${count} - 1 - coalesce((${this.#more})[${place}], 0))`;
    return sql`greatest((${this.#days})[${place}], ${dayAt(index)})`;
  }

  #worked(moment: Sql): Sql {
    const [own, before] = [sql`own`, sql`before`];
    return sql`(select ${before} * ${dayLength} + (there - day * ${dayLength}) * (${own} - ${before})
      from (select there, day, ${this.#until(sql`(day - 1)`)} as before, ${this.#until(sql`day`)} as own
        from (select there, ${divided(sql`there`, 86_400_000)} as day
          from (select ${there(moment)} as there offset 0) as given offset 0) as placed offset 0) as counted)`;
  }
}

function since(day: Sql): Sql {
  return sql`(${day} - '1970-01-01'::date)::bigint`;
}

/** Milliseconds since 1970 in Shanghai. */
function there(moment: Sql): Sql {
  return sql`((extract(epoch from ${moment}) * 1000)::bigint + 28800000)`;
}
