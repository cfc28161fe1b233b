import { addDays, type Days, type NamedPeriod, periodDays, relativePeriods } from '../../model/index.ts';
import { boundsOfDay } from '../time.ts';

/** What a dashboard counts over: a period by name, which moves with the days, or fixed days. */
export type Span = NamedPeriod | Days;

/** A condition on a time, without the field. */
export type TimeCondition = { readonly op: 'within' | 'between' | 'eq'; readonly value: unknown };

/** Periods offered where a page names none. */
export const usualPeriods: readonly (NamedPeriod | 'custom')[] = ['today', 'thisWeek', 'thisMonth', 'last30Days'];

/** Most days a dataset counts over. */
export const longestDays = 366;

/** The days of a span. */
export function daysOf(span: Span, now: string): Days {
  return typeof span === 'string' ? periodDays(span, now) : span;
}

/** Whether two days in this order are a period that a dataset takes. */
export function isPeriod({ startDate, endDate }: Days): boolean {
  return isDay(startDate) && isDay(endDate) && startDate <= endDate && endDate < addDays(startDate, longestDays);
}

function isDay(text: string): boolean {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The 30th of February would be read as a day of March.
  return Number.isFinite(moment) && new Date(moment).toISOString().startsWith(text);
}

/** The condition that a list knows a span by: its name where lists have it, else its first and last moment. */
export function spanCondition(span: Span, now: string, isDayField: boolean): TimeCondition {
  const name = relativePeriods.find((known) => known === span);
  return name === undefined ? daysCondition(daysOf(span, now), isDayField) : { op: 'within', value: name };
}

/** The condition that keeps whole days: of a moment the first and last millisecond in Shanghai. */
export function daysCondition({ startDate, endDate }: Days, isDayField: boolean): TimeCondition {
  if (isDayField) return { op: 'between', value: [startDate, endDate] };
  return { op: 'between', value: [boundsOfDay(startDate).from, boundsOfDay(endDate).to] };
}
