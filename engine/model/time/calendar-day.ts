/** Business days, weeks and months are those of Asia/Shanghai, counted at UTC+8 throughout: its summer times before 1992 are not looked at. */
export const shanghaiOffset = 8 * 3_600_000;

/** Milliseconds of a day. */
export const dayLength = 86_400_000;

/** Days `YYYY-MM-DD`, both inclusive. */
export type Days = { readonly startDate: string; readonly endDate: string };

/** Periods that have a name. */
export type NamedPeriod =
  | 'today'
  | 'yesterday'
  | 'thisWeek'
  | 'lastWeek'
  | 'thisMonth'
  | 'lastMonth'
  | 'thisQuarter'
  | 'thisYear'
  | 'last30Days';

/** The Shanghai day `YYYY-MM-DD` of a moment in ISO 8601 or in epoch milliseconds. */
export function dayOf(moment: string | number): string {
  return textOf((typeof moment === 'number' ? moment : Date.parse(moment)) + shanghaiOffset);
}

/** Whether a text is a day `YYYY-MM-DD` of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** The first day of a month as people write it: `2026-11`, `2026/11`, `2026年11月`, `202611`; undefined where it is none. */
export function readMonth(text: string): string | undefined {
  const found = /^(\d{4})(?:[-/.年](\d{1,2})月?|(\d\d))$/.exec(text);
  if (found === null) return undefined;
  const first = `${found[1]}-${(found[2] ?? found[3] ?? '').padStart(2, '0')}-01`;
  return isDay(first) ? first : undefined;
}

/** Whether a text is the first day of a month. */
export function isFirstOfMonth(text: string): boolean {
  return isDay(text) && text.endsWith('-01');
}

/** The moment a Shanghai day begins, in epoch milliseconds. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - shanghaiOffset;
}

/** First and last millisecond of a Shanghai day, as moments. */
export function boundsOfDay(day: string): { readonly from: string; readonly to: string } {
  const start = startOfDay(day);
  return { from: new Date(start).toISOString(), to: new Date(start + dayLength - 1).toISOString() };
}

/** A day so many days later. */
export function addDays(day: string, count: number): string {
  return textOf(Date.parse(day) + count * dayLength);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Year, and month counted from 0. */
export function yearAndMonthOf(day: string): readonly [year: number, month: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1];
}

/** The days of whole months; a month before 0 or beyond 11 lies in another year. */
export function daysOfMonths(year: number, month: number, count: number): Days {
  return { startDate: textOf(Date.UTC(year, month, 1)), endDate: textOf(Date.UTC(year, month + count, 0)) };
}

/** The days a period by name means at a moment; weeks begin on Monday. */
export function periodDays(name: NamedPeriod, now: string): Days {
  const today = dayOf(now);
  const monday = mondayOf(today);
  const [year, month] = yearAndMonthOf(today);
  switch (name) {
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'thisWeek':
      return { startDate: monday, endDate: addDays(monday, 6) };
    case 'lastWeek':
      return { startDate: addDays(monday, -7), endDate: addDays(monday, -1) };
    case 'thisMonth':
      return daysOfMonths(year, month, 1);
    case 'lastMonth':
      return daysOfMonths(year, month - 1, 1);
    case 'thisQuarter':
      return daysOfMonths(year, month - (month % 3), 3);
    case 'thisYear':
      return daysOfMonths(year, 0, 12);
    case 'last30Days':
      return { startDate: addDays(today, -29), endDate: today };
  }
}

function textOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
