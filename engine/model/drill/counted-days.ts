import { boundsOfDay, type Days, type NamedPeriod, periodDays } from '../time/calendar-day.ts';
import { relativePeriods } from '../wire/wire.ts';

/** What figures are counted over: a period by name, which moves with the days, or fixed days. */
export type CountedDays = NamedPeriod | Days;

/** A condition on a time, without the field. */
export type TimeCondition = { readonly op: 'within' | 'between'; readonly value: unknown };

/** The days counted over. */
export function daysOf(counted: CountedDays, now: string): Days {
  return typeof counted === 'string' ? periodDays(counted, now) : counted;
}

/** The condition that a list knows them by: their name where lists have it, else their first and last moment. */
export function countedCondition(counted: CountedDays, now: string, isDayField: boolean): TimeCondition {
  const name = relativePeriods.find((known) => known === counted);
  return name === undefined ? daysCondition(daysOf(counted, now), isDayField) : { op: 'within', value: name };
}

/** The condition that keeps whole days: of a moment the first and last millisecond in Shanghai. */
export function daysCondition({ startDate, endDate }: Days, isDayField: boolean): TimeCondition {
  if (isDayField) return { op: 'between', value: [startDate, endDate] };
  return { op: 'between', value: [boundsOfDay(startDate).from, boundsOfDay(endDate).to] };
}
