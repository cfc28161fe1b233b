import {
  addDays,
  dayOf,
  type NamedPeriod,
  periodDays,
  type RelativePeriod,
  startOfDay,
} from '../../engine/model/index.ts';

/** A span of time: from inclusive, to exclusive; undefined is open. ISO 8601 moments. */
export type Span = { readonly from?: string; readonly to?: string };

/** The span a relative period means at a moment; weeks begin on Monday. */
export function spanOf(period: RelativePeriod, now: string): Span {
  const today = dayOf(now);
  switch (period) {
    case 'overdue':
      return { to: now };
    case 'todayOrOverdue':
      return { to: iso(startOfDay(addDays(today, 1))) };
    case 'last7Days':
      return spanOfDays(addDays(today, -6), today);
    default:
      return spanOfPeriod(period, now);
  }
}

function spanOfPeriod(period: NamedPeriod, now: string): Span {
  const { startDate, endDate } = periodDays(period, now);
  return spanOfDays(startDate, endDate);
}

/** The span of whole Shanghai days from one to another, both inclusive. */
export function spanOfDays(startDate: string, endDate: string): { readonly from: string; readonly to: string } {
  return { from: iso(startOfDay(startDate)), to: iso(startOfDay(addDays(endDate, 1))) };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

/** Start of the Shanghai day that holds the moment. */
export function dayStart(moment: string): string {
  return iso(startOfDay(dayOf(moment)));
}
