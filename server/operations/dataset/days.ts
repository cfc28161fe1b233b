import {
  addDays,
  type DatasetComparison,
  type DatasetPeriod,
  dayLength,
  daysOfMonths,
  yearAndMonthOf,
} from '../../../engine/model/index.ts';

/** How many days a period has, both ends counted. */
export function lengthOf({ startDate, endDate }: DatasetPeriod): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / dayLength) + 1;
}

/** The period another one is compared with. */
export function comparedPeriod(period: DatasetPeriod, comparison: DatasetComparison): DatasetPeriod {
  switch (comparison) {
    case 'previousPeriod':
      return periodBefore(period);
    case 'lastWeek':
      return { startDate: addDays(period.startDate, -7), endDate: addDays(period.endDate, -7) };
    case 'lastYear':
      return { startDate: monthsBefore(period.startDate, 12), endDate: monthsBefore(period.endDate, 12) };
  }
}

/** Whole months before whole months, the same days of the month before a month so far, else as many days. */
function periodBefore(period: DatasetPeriod): DatasetPeriod {
  const { startDate, endDate } = period;
  const [year, month] = yearAndMonthOf(startDate);
  const [endYear, endMonth] = yearAndMonthOf(endDate);
  const count = (endYear - year) * 12 + endMonth - month + 1;
  if (startDate.endsWith('-01') && addDays(endDate, 1).endsWith('-01')) return daysOfMonths(year, month - count, count);
  if (startDate.endsWith('-01') && count === 1)
    return { startDate: monthsBefore(startDate, 1), endDate: monthsBefore(endDate, 1) };
  const days = lengthOf(period);
  return { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) };
}

/** The same day of an earlier month, or its last one where it is shorter. */
function monthsBefore(day: string, count: number): string {
  const [year, month] = yearAndMonthOf(day);
  const last = new Date(Date.UTC(year, month - count + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - count, Math.min(Number(day.slice(8)), last))).toISOString().slice(0, 10);
}
