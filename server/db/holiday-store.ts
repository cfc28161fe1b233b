import { sql } from 'kysely';
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
 * The days worked as told just now. Every call reads the words in which the database tells them, a few hundred bytes a
 * year; what follows from the very same words was worked out before. So a holiday told on one node counts at the next
 * request on every node.
 */
export async function calendarInForce(source: {
  readonly db: Db;
  readonly documents: DocumentSet;
}): Promise<WorkCalendar> {
  if (!countsThem(source.documents)) return weekdaysOnly;
  const { rows } = await sql<{ told: string }>`${prepared}
    select coalesce(string_agg(to_char(day, 'YYYY-MM-DD') || case kind when 'workday' then '+' else '-' end, ' ' order by day), '') as told
    from holiday where deleted_at is null and (kind = 'workday') = (extract(isodow from day) > 5)`.execute(source.db);
  const told = rows[0]?.told ?? '';
  if (told !== kept.told) kept = { told, calendar: workCalendar(toldDays(told)) };
  return kept.calendar;
}

function toldDays(told: string) {
  return told
    .split(' ')
    .flatMap((word) => (word === '' ? [] : [{ day: word.slice(0, 10), isWorked: word.endsWith('+') }]));
}
