import { countedDaysOf, type NamedRelativePeriod, type RelativePeriod, relativePeriods } from '../wire/wire.ts';
import {
  addDays,
  type Days,
  dayOf,
  daysOfMonths,
  mondayOf,
  periodDays,
  startOfDay,
  yearAndMonthOf,
} from './calendar-day.ts';

/** A span of time: from inclusive, to exclusive; undefined is open. ISO 8601 moments. */
export type Span = { readonly from?: string; readonly to?: string };

/** The span a relative period means at a moment; weeks begin on Monday, counted days end or begin with today. */
export function spanOf(period: RelativePeriod, now: string): Span {
  const today = dayOf(now);
  const named = relativePeriods.find((known) => known === period);
  if (named === 'overdue') return { to: now };
  if (named === 'upcoming') return { from: now };
  if (named === 'todayOrOverdue') return { to: iso(startOfDay(addDays(today, 1))) };
  const { startDate, endDate } = daysCounted(period, today) ?? daysOfPeriod(named, now);
  return spanOfDays(startDate, endDate);
}

function daysCounted(period: string, today: string): Days | undefined {
  const counted = countedDaysOf(period);
  if (counted === undefined) return undefined;
  const span = counted.count - 1;
  return counted.way === 'last'
    ? { startDate: addDays(today, -span), endDate: today }
    : { startDate: today, endDate: addDays(today, span) };
}

/** The days of a period by name, also of those only conditions know. */
function daysOfPeriod(
  period: Exclude<NamedRelativePeriod, 'overdue' | 'todayOrOverdue' | 'upcoming'> | undefined,
  now: string,
): Days {
  const today = dayOf(now);
  const nextMonday = addDays(mondayOf(today), 7);
  const [year, month] = yearAndMonthOf(today);
  switch (period) {
    case 'tomorrow':
      return { startDate: addDays(today, 1), endDate: addDays(today, 1) };
    case 'nextWeek':
      return { startDate: nextMonday, endDate: addDays(nextMonday, 6) };
    case 'nextMonth':
      return daysOfMonths(year, month + 1, 1);
    case 'lastQuarter':
      return daysOfMonths(year, month - (month % 3) - 3, 3);
    case 'lastYear':
      return daysOfMonths(year - 1, 0, 12);
    // Counted days never come here.
    case undefined:
    case 'last7Days':
    case 'next7Days':
    case 'next30Days':
      return { startDate: today, endDate: today };
    default:
      return periodDays(period, now);
  }
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
