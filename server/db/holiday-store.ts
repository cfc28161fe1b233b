import { type RawBuilder, sql } from 'kysely';
import {
  type DocumentSet,
  textCountsWorkDays,
  type WorkCalendar,
  weekdaysOnly,
  workCalendar,
} from '../../engine/model/index.ts';
import type { Db } from '../kernel/database/db.ts';
import { prepared } from './connection/prepared.ts';

/** Entity of the days told: holidays, and days worked for others. */
export const holidayEntity = 'holiday';

const using = new WeakMap<DocumentSet, boolean>();

/** Whether a product counts working days at all; one that does not is not asked for holidays. */
function countsThem(documents: DocumentSet): boolean {
  const known = using.get(documents);
  if (known !== undefined) return known;
  const parts = [documents.entities, documents.pages, documents.datasets].map((part) => [...part.values()]);
  const counts = documents.entities.has(holidayEntity) && textCountsWorkDays(parts);
  using.set(documents, counts);
  return counts;
}

let kept: { readonly told: string; readonly calendar: WorkCalendar } = { told: '', calendar: weekdaysOnly };

/**
 * The words in which the database tells the days worked, a few hundred bytes a year, as a value of a statement; none for
 * a product that does not count working days. Every call reads them with its session, so that a holiday told on one node
 * counts at the next request on every node.
 */
export function toldHolidays(documents: DocumentSet): RawBuilder<string> {
  if (!countsThem(documents)) return sql`''::text`;
  return sql`(select coalesce(string_agg(to_char(day, 'YYYY-MM-DD') || case kind when 'workday' then '+' else '-' end, ' ' order by day), '')
    from holiday where deleted_at is null and (kind = 'workday') = (extract(isodow from day) > 5))`;
}

/** The days worked as told just now, for work without a session. */
export async function calendarInForce(source: {
  readonly db: Db;
  readonly documents: DocumentSet;
}): Promise<WorkCalendar> {
  if (!countsThem(source.documents)) return weekdaysOnly;
  const { rows } = await sql<{ told: string }>`${prepared}select ${toldHolidays(source.documents)} as told`.execute(
    source.db,
  );
  return calendarTold(rows[0]?.told ?? '');
}

/** The days worked that such words tell; what follows from the very same words was worked out before. */
export function calendarTold(told: string): WorkCalendar {
  if (told !== kept.told) kept = { told, calendar: workCalendar(toldDays(told)) };
  return kept.calendar;
}

function toldDays(told: string) {
  return told
    .split(' ')
    .flatMap((word) => (word === '' ? [] : [{ day: word.slice(0, 10), isWorked: word.endsWith('+') }]));
}
