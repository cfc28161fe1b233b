const weekdayFormat = new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' });
const dayFormat = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** Names of the days of a week, from Monday. */
export const weekdays: readonly string[] = Array.from({ length: 7 }, (_, n) =>
  // The 5th of January 1970 was a Monday.
  weekdayFormat.format(new Date(Date.UTC(1970, 0, 5 + n))),
);

/** `11月20日 周五`. */
export function dayTitle(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return `${dayFormat.format(date)} ${weekdayFormat.format(date)}`;
}

/** `2026年11月`. */
export function monthTitle(day: string): string {
  return monthFormat.format(new Date(`${day}T00:00:00Z`));
}

/** `2026年11月16日 – 11月22日`. */
export function weekTitle(days: readonly string[]): string {
  const [first = ''] = days;
  const last = days.at(-1) ?? first;
  const year = (day: string) => `${day.slice(0, 4)}年`;
  const end = dayFormat.format(new Date(`${last}T00:00:00Z`));
  return `${year(first)}${dayFormat.format(new Date(`${first}T00:00:00Z`))} – ${year(first) === year(last) ? '' : year(last)}${end}`;
}
