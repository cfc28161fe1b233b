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

// Tens of millions of moments fall on a few hundred days: what is dear to compute is kept by day.
const compactDays = new Map<number, string>();
const isoDays = new Map<number, string>();

function dayText(number: number, kept: Map<number, string>, make: (iso: string) => string): string {
  const known = kept.get(number);
  if (known !== undefined) return known;
  const text = make(new Date(number * day).toISOString().slice(0, 10));
  kept.set(number, text);
  return text;
}

/** The Shanghai day of a moment as `YYYYMMDD`. */
export function compactDay(moment: number): string {
  return dayText(Math.floor((moment + shanghai) / day), compactDays, (iso) => iso.replaceAll('-', ''));
}

const digits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'));
const pairs = digits.slice(0, 100).map((text) => text.slice(1));

/** A moment in ISO 8601, many times faster than `Date` writes it. */
export function isoMoment(moment: number): string {
  const whole = Math.floor(moment);
  const number = Math.floor(whole / day);
  const inDay = whole - number * day;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const date = dayText(number, isoDays, (iso) => `${iso}T`);
  return `${date}${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}:${pairs[seconds % 60]}.${digits[inDay % 1000]}Z`;
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
