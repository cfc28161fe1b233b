import { type RawBuilder, sql } from 'kysely';
import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { textCountsWorkDays } from '../../engine/model/expression/index.ts';
import { type WorkCalendar, weekdaysOnly, workCalendar } from '../../engine/model/time/index.ts';
import type { Db } from '../kernel/database/db.ts';
import { prepared } from './connection/prepared.ts';

/** Entity of the days told: holidays, and days worked for others. */
export const holidayEntity = 'holiday';

/** Whether a product counts working days at all; one that does not is not asked for holidays. */
const countsThem = memoizeByIdentity((documents: DocumentSet): boolean => {
  const parts = [documents.entities, documents.pages, documents.datasets].map((part) => [...part.values()]);
  return documents.entities.has(holidayEntity) && textCountsWorkDays(parts);
});

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

/** Any change of the holidays makes other words: those in force, and a few more for products side by side. */
const calendars = new KeyedCache<WorkCalendar>({ max: 10 });

/** The days worked that such words tell; what follows from the very same words was worked out before. */
export function calendarTold(told: string): WorkCalendar {
  return told === '' ? weekdaysOnly : calendars.of(told, () => workCalendar(toldDays(told)));
}

function toldDays(told: string) {
  return told
    .split(' ')
    .flatMap((word) => (word === '' ? [] : [{ day: word.slice(0, 10), isWorked: word.endsWith('+') }]));
}
