import { addDays, dayLength, dayOf, startOfDay } from '../../../engine/model/time/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { makeSessions, type NewSession } from './make-sessions.ts';

/** Makes a session on each of the named days of the week, from the first until a day: all of them, or none. */
export function makeSeries(input: Values, context: CallContext) {
  const { startAt, endAt, untilOn, weekdays, ...shared } = input;
  const [start, end] = [Date.parse(String(startAt)), Date.parse(String(endAt))];
  const first = dayOf(start);
  const time = start - startOfDay(first);
  const chosen = new Set(Array.isArray(weekdays) ? weekdays.map(String) : []);
  const last = Math.min(Date.parse(`${String(untilOn)}T00:00:00Z`), Date.parse(first) + maxDays * dayLength);
  const sessions: NewSession[] = [];
  for (let day = first; Date.parse(day) <= last; day = addDays(day, 1)) {
    if (!chosen.has(weekdayOf(day))) continue;
    const begin = startOfDay(day) + time;
    const moments = { startAt: new Date(begin).toISOString(), endAt: new Date(begin + end - start).toISOString() };
    sessions.push({ ...shared, ...moments, weekdays: [...chosen], untilOn });
  }
  return makeSessions('series', input, sessions, context);
}

/** How far ahead a series goes at most. */
const maxDays = 366;

/** The day of the week, from Monday as `1`. */
function weekdayOf(day: string): string {
  return String(((new Date(day).getUTCDay() + 6) % 7) + 1);
}
