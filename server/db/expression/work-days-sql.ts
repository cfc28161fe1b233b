import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

const sinceMonday = (day: Sql) => sql`(${day} - '1969-12-29'::date)`;

/** Working days, Monday to Friday, from Monday 29 December 1969 to a day; with the day itself, where `own` is 1. */
function workDaysUntil(day: Sql, own: Sql): Sql {
  const ofWeek = sql`least(extract(isodow from ${day}) - 1 + ${own}, 5)`;
  return sql`(floor(${sinceMonday(day)} / 7.0) * 5 + ${ofWeek})`;
}

/** Working days after one day up to and with another. */
export function workDaysBetween(from: Sql, to: Sql): Sql {
  return sql`(${workDaysUntil(to, sql`1`)} - ${workDaysUntil(from, sql`1`)})`;
}

/** Days from a day to the so-many-th working day after it, or before it; `count` is whole. */
export function workDayShift(day: Sql, count: Sql): Sql {
  const own = sql`(case when ${count} > 0 then 1 else 0 end)`;
  const index = sql`(${workDaysUntil(day, own)} - ${own} + ${count})`;
  const moved = sql`(${index} + 2 * floor(${index} / 5) - ${sinceMonday(day)})`;
  return sql`(case ${count} when 0 then 0 else ${moved} end)`;
}
