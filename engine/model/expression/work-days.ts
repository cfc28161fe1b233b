/** Days from a Monday, 29 December 1969, to the day others are counted from. */
const toMonday = 3;

/** Working days, Monday to Friday, from Monday 29 December 1969 to a day since 1970, that day included. */
function workDaysUntil(day: number): number {
  const since = day + toMonday;
  const weeks = Math.floor(since / 7);
  return weeks * 5 + Math.min(since - weeks * 7 + 1, 5);
}

/** Working days after one day up to and with another, both since 1970; below zero where the other is earlier. */
export function workDaysBetween(from: number, to: number): number {
  return workDaysUntil(to) - workDaysUntil(from);
}

/**
 * How many days later than a day since 1970 the so-many-th working day after it is; before it, and so below zero,
 * for a count below zero. A count of zero moves no day, not even a Sunday.
 */
export function workDayShift(day: number, count: number): number {
  if (count === 0) return 0;
  const before = count > 0 ? workDaysUntil(day) - 1 : workDaysUntil(day - 1);
  const index = before + count;
  return index + 2 * Math.floor(index / 5) - (day + toMonday);
}
