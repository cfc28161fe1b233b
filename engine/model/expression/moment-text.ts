import { shanghaiOffset } from '../time/calendar-day.ts';

/** A moment as people here read it: month, day and time of day in Shanghai. Null where there is none. */
export function momentText(moment: number | undefined): string | null {
  if (moment === undefined) return null;
  const there = new Date(moment + shanghaiOffset);
  const two = (part: number) => String(part).padStart(2, '0');
  const time = `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`;
  return `${there.getUTCMonth() + 1}月${there.getUTCDate()}日 ${time}`;
}
