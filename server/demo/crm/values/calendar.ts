import { dayTexts } from '../../../db/load/moment-text.ts';
import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

// Shanghai keeps no summer time, so its days lie at a fixed distance.
const shanghai = 8 * hour;
const opening = 8.5 * hour;
const closing = 20.5 * hour;

/** Start of the Shanghai day that holds the moment. */
export function startOfDay(moment: number): number {
  return Math.floor((moment + shanghai) / day) * day - shanghai;
}

const isoDays = dayTexts((iso) => iso);
const compactDays = dayTexts((iso) => iso.replaceAll('-', ''));

/** The Shanghai day of a moment as `YYYYMMDD`. */
export function compactDay(moment: number): string {
  return compactDays(Math.floor((moment + shanghai) / day));
}

/** The Shanghai day of a moment as `YYYY-MM-DD`. */
export function isoDay(moment: number): string {
  return isoDays(Math.floor((moment + shanghai) / day));
}

/** The Shanghai year of a moment. */
export function yearOf(moment: number): number {
  return new Date(moment + shanghai).getUTCFullYear();
}

/** Whether a moment falls on Saturday or Sunday in Shanghai. */
export function isWeekend(moment: number): boolean {
  const weekday = new Date(moment + shanghai).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Hours in which people work on the day of the moment; the running day ends now, however early it is. */
export function workingHours(moment: number, now: number): { readonly from: number; readonly to: number } {
  const start = startOfDay(moment);
  if (now >= start + opening + hour) return { from: start + opening, to: Math.min(start + closing, now) };
  return { from: start, to: Math.min(start + closing, now) };
}

/** Moves a moment into working hours, of its day or the next, where that keeps it between the bounds. */
export function atWork(moment: number, low: number, high: number, random: Random): number {
  const start = startOfDay(moment);
  if (moment >= start + opening && moment <= start + closing) return moment;
  const sameDay = start + random.between(opening, closing);
  if (sameDay > low && sameDay < high) return sameDay;
  const nextMorning = sameDay - (sameDay - start - opening) * 0.7 + day;
  return nextMorning > low && nextMorning < high ? nextMorning : moment;
}

/** A moment of the day some days from now, on a half hour between nine and eight. */
export function appointment(now: number, days: number, random: Random): number {
  return startOfDay(now) + days * day + random.int(18, 39) * 30 * minute;
}
