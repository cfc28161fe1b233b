import dayjs, { type Dayjs } from 'dayjs';

/** Business days, weeks and months are those of Shanghai, which keeps no summer time. */
const shanghaiMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** `2026-11-20 09:05` in Shanghai for a moment; undefined when it is none. */
export function formatMoment(moment: unknown, withSeconds = false): string | undefined {
  const time = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  if (!Number.isFinite(time)) return undefined;
  const local = new Date(time + shanghaiMs).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, withSeconds ? 19 : 16)}`;
}

/** The Shanghai day of a moment. */
export function dayOf(moment: string): string {
  return new Date(Date.parse(moment) + shanghaiMs).toISOString().slice(0, 10);
}

/** A day so many days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** First and last millisecond of a Shanghai day, as moments. */
export function boundsOfDay(day: string): { readonly from: string; readonly to: string } {
  const start = Date.parse(`${day}T00:00:00Z`) - shanghaiMs;
  return { from: new Date(start).toISOString(), to: new Date(start + dayMs - 1).toISOString() };
}

/** A moment as a picker shows it: Shanghai's wall clock, whatever zone the browser is in. */
export function toPicker(moment: unknown): Dayjs | null {
  const text = formatMoment(moment, true);
  return text === undefined ? null : dayjs(text.replace(' ', 'T'));
}

/** The moment a picker's wall clock means in Shanghai. */
export function fromPicker(picked: Dayjs | null): string | null {
  return picked === null ? null : new Date(Date.parse(`${picked.format('YYYY-MM-DDTHH:mm:ss')}+08:00`)).toISOString();
}

/** Days, both inclusive. */
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

/** The days of a period by name. They agree with the relative periods of a filter. */
export function periodDays(period: NamedPeriod, now: string): Days {
  const today = dayOf(now);
  const date = new Date(`${today}T00:00:00Z`);
  const monday = addDays(today, -((date.getUTCDay() + 6) % 7));
  const month = date.getUTCMonth();
  const months = (first: number, count: number): Days => ({
    startDate: dayInMonth(date, first, 1),
    endDate: dayInMonth(date, first + count, 0),
  });
  switch (period) {
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'thisWeek':
      return { startDate: monday, endDate: addDays(monday, 6) };
    case 'lastWeek':
      return { startDate: addDays(monday, -7), endDate: addDays(monday, -1) };
    case 'thisMonth':
      return months(month, 1);
    case 'lastMonth':
      return months(month - 1, 1);
    case 'thisQuarter':
      return months(month - (month % 3), 3);
    case 'thisYear':
      return months(0, 12);
    case 'last30Days':
      return { startDate: addDays(today, -29), endDate: today };
  }
}

/** A day of a month of the same year; months and days beyond it count on. */
function dayInMonth(date: Date, month: number, day: number): string {
  return new Date(Date.UTC(date.getUTCFullYear(), month, day)).toISOString().slice(0, 10);
}
