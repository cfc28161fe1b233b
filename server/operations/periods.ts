import type { RelativePeriod } from '../../engine/model/index.ts';

/** A span of time: from inclusive, to exclusive; undefined is open. ISO 8601 moments. */
export type Span = { readonly from?: string; readonly to?: string };

const day = 86_400_000;
// Shanghai keeps no summer time, so its days lie at a fixed distance.
const shanghai = 8 * 3_600_000;

/** Start of the Shanghai day that holds the moment, in epoch milliseconds. */
function startOfDay(moment: number): number {
  return Math.floor((moment + shanghai) / day) * day - shanghai;
}

/** The span a relative period means at a moment; weeks begin on Monday. */
export function spanOf(period: RelativePeriod, now: string): Span {
  const moment = Date.parse(now);
  const today = startOfDay(moment);
  const days = (from: number, to: number): Span => ({ from: iso(today + from * day), to: iso(today + to * day) });
  switch (period) {
    case 'today':
      return days(0, 1);
    case 'yesterday':
      return days(-1, 0);
    case 'thisWeek': {
      const weekday = (new Date(today + shanghai).getUTCDay() + 6) % 7;
      return days(-weekday, 7 - weekday);
    }
    case 'thisMonth': {
      const local = new Date(today + shanghai);
      const from = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - shanghai;
      const to = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1) - shanghai;
      return { from: iso(from), to: iso(to) };
    }
    case 'last7Days':
      return days(-6, 1);
    case 'last30Days':
      return days(-29, 1);
    case 'overdue':
      return { to: now };
    case 'todayOrOverdue':
      return { to: iso(today + day) };
  }
}

/** The span of whole Shanghai days from one to another, both inclusive. */
export function spanOfDays(startDate: string, endDate: string): { readonly from: string; readonly to: string } {
  const start = Date.parse(`${startDate}T00:00:00+08:00`);
  const end = Date.parse(`${endDate}T00:00:00+08:00`) + day;
  return { from: iso(start), to: iso(end) };
}

/** The Shanghai day of a moment, `YYYY-MM-DD`. */
export function dayOf(moment: string | number): string {
  return new Date((typeof moment === 'number' ? moment : Date.parse(moment)) + shanghai).toISOString().slice(0, 10);
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

/** Start of the Shanghai day that holds the moment. */
export function dayStart(moment: string): string {
  return iso(startOfDay(Date.parse(moment)));
}
