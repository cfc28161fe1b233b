import { addDays, dayLength, dayOf, mondayOf, startOfDay } from './calendar-day.ts';

/** The moments people put things off to, by name. */
export const nearMoments = ['tomorrow', 'in3Days', 'nextMonday'] as const;
export type NearMoment = (typeof nearMoments)[number];

/** The hour of the day at which something that was put off begins. */
const usualHour = 10;

/** A moment by its name, seen from now: at ten in the morning of that day in Shanghai, in ISO 8601. */
export function nearMoment(name: NearMoment, now: string): string {
  const start = startOfDay(nearDay(name, dayOf(now)));
  return new Date(start + (usualHour * dayLength) / 24).toISOString();
}

function nearDay(name: NearMoment, today: string): string {
  if (name === 'nextMonday') return addDays(mondayOf(today), 7);
  return addDays(today, name === 'tomorrow' ? 1 : 3);
}
