import { addDays, type Days, isDay, type NamedPeriod } from '../../../model/time/index.ts';

/** Periods offered where a page names none. */
export const usualPeriods: readonly (NamedPeriod | 'custom')[] = ['today', 'thisWeek', 'thisMonth', 'last30Days'];

/** Most days a dataset counts over. */
export const maxDays = 366;

/** Whether two days in this order are a period that a dataset takes. */
export function isPeriod({ startDate, endDate }: Days): boolean {
  return isDay(startDate) && isDay(endDate) && startDate <= endDate && endDate < addDays(startDate, maxDays);
}
