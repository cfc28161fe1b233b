import { CronExpressionParser } from 'cron-parser';
import type { Timing } from '../kernel/operation/schedule.ts';

/** When a schedule is due after a moment: so many milliseconds later, or as its cron expression says in Asia/Shanghai. */
export function nextTime(timing: Timing, after: Date): Date {
  if ('every' in timing) return new Date(after.getTime() + timing.every);
  return CronExpressionParser.parse(timing.cron, { currentDate: after, tz: 'Asia/Shanghai' }).next().toDate();
}
