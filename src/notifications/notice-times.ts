import { dayLength, dayOf, startOfDay } from '../../engine/model/time/index.ts';
import type { NoticePreferences, QuietHours } from './notice-preferences.ts';

const minute = 60_000;
const hour = 60 * minute;
/** When a day's work begins: what is put off until the morning comes again then. */
const morning = 9 * hour;

/** The choices of putting a notice off. */
export const snoozes = ['hour', 'morning'] as const;
export type Snooze = (typeof snoozes)[number];

/** Until when a notice is put off, in epoch milliseconds: in an hour, or at nine of the next day in Shanghai. */
export function snoozedUntil(snooze: Snooze, now: number): number {
  return snooze === 'hour' ? now + hour : startOfDay(dayOf(now)) + dayLength + morning;
}

/** Whether a notice is put off still. */
export function isSnoozed(id: string, { snoozed }: Pick<NoticePreferences, 'snoozed'>, now: number): boolean {
  return (snoozed[id] ?? 0) > now;
}

/** In how many milliseconds the next of the notices put off comes again; undefined where none is. */
export function nextReturn({ snoozed }: Pick<NoticePreferences, 'snoozed'>, now: number): number | undefined {
  const later = Object.values(snoozed).filter((until) => until > now);
  return later.length === 0 ? undefined : Math.min(...later) - now;
}

/** Whether a moment lies in the quiet hours: from the first minute on, no more in the last one. Equal ones are none. */
export function isQuiet(quiet: QuietHours | null, now: number): boolean {
  if (quiet === null) return false;
  const at = Math.floor((now - startOfDay(dayOf(now))) / minute);
  const from = minuteOf(quiet.from);
  const to = minuteOf(quiet.to);
  return from <= to ? at >= from && at < to : at >= from || at < to;
}

function minuteOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
