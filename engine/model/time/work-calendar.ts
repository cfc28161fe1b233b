import { dayLength, shanghaiOffset } from './calendar-day.ts';

/**
 * Which days are worked: Mondays to Fridays, but for the days told otherwise. Days are counted from 1970. Three lists of
 * one length, by which both this file and the database count without going from day to day.
 */
export type WorkCalendar = {
  /** The days that are not as their weekday says, in order. */
  readonly days: readonly number[];
  /** By how many working days there are more than weekdays, from each of them on. */
  readonly more: readonly number[];
  /** How many working days there are up to the day before each of them. */
  readonly before: readonly number[];
};

/** A day told: a holiday, or one that is worked though it may be a Saturday or Sunday. */
export type ToldDay = { readonly day: string; readonly isWorked: boolean };

/** Every Monday to Friday is worked, no other day. */
export const weekdaysOnly: WorkCalendar = { days: [], more: [], before: [] };

/** Days from a Monday, 29 December 1969, to the day others are counted from. */
const toMonday = 3;

/** Makes a calendar of the days told, in any order; of one told twice the last counts. */
export function workCalendar(told: readonly ToldDay[]): WorkCalendar {
  const known = new Map(told.map(({ day, isWorked }) => [Date.parse(`${day}T00:00:00Z`) / dayLength, isWorked]));
  const changed = [...known].filter(([day, isWorked]) => isWorked !== isWeekday(day)).sort(([a], [b]) => a - b);
  const [days, more, before]: [number[], number[], number[]] = [[], [], []];
  let sum = 0;
  for (const [day, isWorked] of changed) {
    days.push(day);
    before.push(weekdaysUntil(day - 1) + sum);
    sum += isWorked ? 1 : -1;
    more.push(sum);
  }
  return { days, more, before };
}

function isWeekday(day: number): boolean {
  return weekdaysUntil(day) > weekdaysUntil(day - 1);
}

/** Mondays to Fridays from 29 December 1969 to a day, that day included. */
function weekdaysUntil(day: number): number {
  const since = day + toMonday;
  const weeks = Math.floor(since / 7);
  return weeks * 5 + Math.min(since - weeks * 7 + 1, 5);
}

/** Working days from 29 December 1969 to a day, that day included. */
function workDaysUntil(day: number, { days, more }: WorkCalendar): number {
  return weekdaysUntil(day) + (more[countUpTo(days, day) - 1] ?? 0);
}

/** The first day until which there are so many working days. */
function dayOfCount(count: number, { days, more, before }: WorkCalendar): number {
  const place = countUpTo(before, count - 1) - 1;
  const index = count - (more[place] ?? 0) - 1;
  return Math.max(days[place] ?? Number.NEGATIVE_INFINITY, index + 2 * Math.floor(index / 5) - toMonday);
}

/** How many of the ordered numbers are not above one. */
function countUpTo(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Working days after one day up to and with another, both since 1970; below zero where the other is earlier. */
export function workDaysBetween(from: number, to: number, calendar: WorkCalendar): number {
  return workDaysUntil(to, calendar) - workDaysUntil(from, calendar);
}

/**
 * How many days later than a day since 1970 the so-many-th working day after it is; before it, and so below zero,
 * for a count below zero. A count of zero moves no day, not even a Sunday.
 */
export function workDayShift(day: number, count: number, calendar: WorkCalendar): number {
  if (count === 0) return 0;
  const sought = count > 0 ? workDaysUntil(day, calendar) + count : workDaysUntil(day - 1, calendar) + count + 1;
  return dayOfCount(sought, calendar) - day;
}

/** Milliseconds of working days between two moments in epoch milliseconds; below zero where the second is earlier. */
export function workedBetween(from: number, to: number, calendar: WorkCalendar): number {
  return workedUntil(to, calendar) - workedUntil(from, calendar);
}

function workedUntil(moment: number, calendar: WorkCalendar): number {
  const there = moment + shanghaiOffset;
  const day = Math.floor(there / dayLength);
  const before = workDaysUntil(day - 1, calendar);
  return before * dayLength + (there - day * dayLength) * (workDaysUntil(day, calendar) - before);
}

/** Milliseconds from a moment until so many of working days are over, never below zero; a day's last ends that day. */
export function workedSpan(from: number, length: number, calendar: WorkCalendar): number {
  const target = workedUntil(from, calendar) + length;
  const count = Math.ceil(target / dayLength);
  const until = dayOfCount(count, calendar) * dayLength + target - (count - 1) * dayLength;
  return Math.max(0, until - (from + shanghaiOffset));
}
