import type { Values } from '../../../kernel/operation/record-store.ts';

const minutesOfDay = 24 * 60;

/** Minutes since midnight of a time of day such as `09:00`; undefined for anything else. `24:00` is the end of the day. */
export function clockTime(text: unknown): number | undefined {
  const [, hours, minutes] = (typeof text === 'string' && /^(\d\d):([0-5]\d)$/.exec(text)) || [];
  const time = Number(hours) * 60 + Number(minutes);
  return Number.isInteger(time) && time <= minutesOfDay ? time : undefined;
}

const shanghai = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** Whether a rule is in force at a moment: on its days, within its hours; hours that end before they begin go past midnight. */
export function isWithinHours({ days, startsAt, endsAt }: Values, moment: string): boolean {
  const parts = new Map(shanghai.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const isWeekend = parts.get('weekday') === 'Sat' || parts.get('weekday') === 'Sun';
  if ((days === 'work_days' && isWeekend) || (days === 'weekend' && !isWeekend)) return false;
  const [start, end] = [clockTime(startsAt), clockTime(endsAt)];
  if (start === undefined || end === undefined) return true;
  const time = (Number(parts.get('hour')) % 24) * 60 + Number(parts.get('minute'));
  return start <= end ? time >= start && time < end : time >= start || time < end;
}
