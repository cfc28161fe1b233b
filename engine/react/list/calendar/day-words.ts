import { formats, namedMonth } from '../../formats/formats.ts';

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** Names of the days of a week, from Monday. */
export function weekdays(): readonly string[] {
  // The 5th of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, n) => formats().weekday.format(new Date(Date.UTC(1970, 0, 5 + n))));
}

/** `11月20日`. */
export function shortDayTitle(day: string): string {
  return formats().dayOfMonth.format(at(day));
}

/** `11月20日 周五`. */
export function dayTitle(day: string): string {
  return `${shortDayTitle(day)} ${formats().weekday.format(at(day))}`;
}

/** `2026年11月`. */
export function monthTitle(day: string): string {
  return namedMonth(day) ?? '';
}

/** `2026年11月16日 – 11月22日`. */
export function weekTitle(days: readonly string[]): string {
  const [first = ''] = days;
  return formats().dayRange(at(first), at(days.at(-1) ?? first));
}
