// Moments, days, working days and periods.

export {
  addDays,
  boundsOfDay,
  type Days,
  dayLength,
  dayOf,
  daysOfMonths,
  isDay,
  mondayOf,
  type NamedPeriod,
  periodDays,
  readMonth,
  shanghaiOffset,
  startOfDay,
  yearAndMonthOf,
} from './calendar-day.ts';
export { type NearMoment, nearMoment, nearMoments } from './near-moments.ts';
export { dayStart, spanOf, spanOfDays } from './relative-period.ts';
export { spanLength } from './schedule-time.ts';
export { type TimedLine, timedLines } from './timed-text.ts';
export { type WorkCalendar, weekdaysOnly, workCalendar } from './work-calendar.ts';
