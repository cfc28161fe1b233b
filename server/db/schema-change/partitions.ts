import type pg from 'pg';
import { beginOf, firstIdAt, type Month, momentOfId, monthName, monthOf, monthsLater } from '../spec/month.ts';
import { objectName, quote, quoteText } from '../spec/names.ts';

/** How many months to come have their partition already: a node may be away for a quarter and nothing is missing. */
const ahead = 3;

/** A partition as the database has it; its bounds are moments, none at the open ends. `rest` takes what no other takes. */
export type Partition = { readonly name: string; readonly until: number | undefined; readonly isRest: boolean };

/** Statements for the partitions a new table begins with: everything before this month, this month, those to come, the rest. */
export function createPartitions(table: string, now = Date.now()): readonly string[] {
  const first = monthOf(now);
  const months = Array.from({ length: ahead + 1 }, (_, place) => monthsLater(first, place));
  const partition = (name: string, bounds: string) =>
    `create table ${quote(name)} partition of ${quote(table)} ${bounds}`;
  return [
    partition(historyName(table, first), `for values from (minvalue) to (${idAt(beginOf(first))})`),
    ...months.map((month) => partition(partitionName(table, month), boundsOf(month))),
    partition(restName(table), 'default'),
  ];
}

/** `<table>_2026_03`. */
export function partitionName(table: string, month: Month): string {
  return objectName(table, monthName(month));
}

/** The partition that holds everything before a month. */
export function historyName(table: string, until: Month): string {
  return objectName(table, 'before', monthName(until));
}

/** The partition for ids that no month takes; it stays empty while ids are made by the clock. */
export function restName(table: string): string {
  return objectName(table, 'rest');
}

/** SQL of the first id of a moment. */
export function idAt(moment: number): string {
  return quoteText(firstIdAt(moment));
}

/** SQL of the bounds of a month. */
export function boundsOf(month: Month): string {
  return `for values from (${idAt(beginOf(month))}) to (${idAt(beginOf(monthsLater(month, 1)))})`;
}

/** The partitions a table has. */
export async function readPartitions(client: pg.ClientBase, table: string): Promise<readonly Partition[]> {
  const { rows } = await client.query<{ name: string; bounds: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass($1) order by c.relname`,
    [quote(table)],
  );
  return rows.map(({ name, bounds }) => {
    const until = /TO \('([0-9a-f-]{36})'\)/.exec(bounds)?.[1];
    return { name, until: until === undefined ? undefined : momentOfId(until), isRest: bounds === 'DEFAULT' };
  });
}

/** Months that have no partition yet, from the last there is to those ahead. */
export function missingMonths(partitions: readonly Partition[], now: number): readonly Month[] {
  const until = Math.max(0, ...partitions.map((partition) => partition.until ?? 0));
  const months: Month[] = [];
  const last = beginOf(monthsLater(monthOf(now), ahead));
  const first = until === 0 ? monthOf(now) : monthOf(until);
  for (let month = first; beginOf(month) <= last; month = monthsLater(month, 1)) months.push(month);
  return months;
}

/** Partitions that hold nothing but months beyond those to keep. */
export function outlived(partitions: readonly Partition[], keepMonths: number, now: number): readonly Partition[] {
  const oldest = beginOf(monthsLater(monthOf(now), -keepMonths));
  return partitions.filter(({ until }) => until !== undefined && until <= oldest);
}

/** Statements that add the partition of a month; rows that had to go to the rest meanwhile are taken over. */
export function addPartition(table: string, month: Month, columns: readonly string[]): readonly string[] {
  const name = quote(partitionName(table, month));
  const list = columns.map(quote).join(', ');
  const [from, to] = [idAt(beginOf(month)), idAt(beginOf(monthsLater(month, 1)))];
  return [
    // Made apart and attached, it does not lock the table against readers and writers.
    `create table ${name} (like ${quote(table)} including all)`,
    `with moved as (delete from ${quote(restName(table))} where id >= ${from} and id < ${to} returning ${list}) insert into ${name} (${list}) select ${list} from moved`,
    `alter table ${quote(table)} attach partition ${name} ${boundsOf(month)}`,
  ];
}
