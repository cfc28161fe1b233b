import { addDays, dayLength, mondayOf, startOfDay } from '../../../engine/model/time/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { refuseTimetable } from './errors.ts';
import { makeSessions, maxSessions } from './make-sessions.ts';
import { sessionsBetween } from './store.ts';

/** Makes the sessions of one week again in another, at the same hours: all of them, or none. */
export async function copyWeek(input: Values, context: CallContext) {
  const [from, to] = [mondayOf(String(input.fromOn)), mondayOf(String(input.toOn))];
  if (from === to) throw refuseTimetable('E_TIMETABLE_SAME_WEEK');
  const moment = (day: string) => new Date(startOfDay(day)).toISOString();
  const span = { from: moment(from), to: moment(addDays(from, 7)) };
  const only = { teacherId: idIn(input.onlyTeacherId), classroomId: idIn(input.onlyRoomId) };
  const rows = await sessionsBetween(context.db, span, only, maxSessions + 1);
  const by = Date.parse(to) - Date.parse(from);
  const later = (at: string) => new Date(Date.parse(at) + Math.round(by / dayLength) * dayLength).toISOString();
  const sessions = rows.map((row) => ({ ...row, startAt: later(row.startAt), endAt: later(row.endAt) }));
  return makeSessions('copyWeek', input, sessions, context);
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
