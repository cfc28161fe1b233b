import type { CardCondition, DrillDown } from '../../model/index.ts';
import { cardWhere } from '../fixed-where.ts';
import { periodDays } from '../time.ts';

/** A period a dashboard offers. */
export type Period = 'today' | 'thisWeek' | 'thisMonth' | 'last30Days';

/** Periods offered where a page names none. */
export const allPeriods: readonly Period[] = ['today', 'thisWeek', 'thisMonth', 'last30Days'];

/** The days of a period in the form a dataset takes. */
export function daysOf(period: Period): { readonly startDate: string; readonly endDate: string } {
  return periodDays(period, new Date().toISOString());
}

/** Parameters that make a list show exactly the rows behind a figure. */
export function drillParams(link: DrillDown, period: Period): Record<string, string> {
  const time: CardCondition[] = link.time === undefined ? [] : [{ field: link.time, op: 'within', value: period }];
  const conditions = cardWhere([...(link.where ?? []), ...time]);
  return conditions.length === 0 ? {} : { where: JSON.stringify(conditions) };
}
