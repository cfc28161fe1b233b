import { dayLength, shanghaiOffset as offset } from '../time/calendar-day.ts';

const dayPattern = /^(?!0000)\d{4}-\d\d-\d\d$/;
const momentPattern = /^(?!0000)(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?$/;

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** The number of a day `2026-03-01` since 1970; undefined for any other text. */
export function parseDay(text: string): number | undefined {
  if (!dayPattern.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text) ? undefined : time / dayLength;
}

/** Milliseconds since 1970 of a moment in ISO 8601, one without a zone being of Shanghai; undefined for any other text. */
export function parseMoment(text: string): number | undefined {
  const [, day, time, seconds = '00', fraction = '', zone = '+08:00'] = momentPattern.exec(text) ?? [];
  if (day === undefined || time === undefined || parseDay(day) === undefined) return undefined;
  const moment = Date.parse(`${day}T${time}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
  return Number.isNaN(moment) || !isInRange(moment) ? undefined : moment;
}

/** Milliseconds of a moment, or of the start of a day; undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const day = parseDay(text);
  return day === undefined ? parseMoment(text) : day * dayLength - offset;
}

/** A moment in ISO 8601 and UTC; undefined outside the years 1 to 9999. */
export function formatMoment(milliseconds: number): string | undefined {
  return isInRange(milliseconds) ? new Date(milliseconds).toISOString() : undefined;
}

/** A day as `2026-03-01`; undefined outside the years 1 to 9999. */
export function formatDay(day: number): string | undefined {
  return formatMoment(day * dayLength)?.slice(0, 10);
}

/** The number of the day a text stands for or lies in; undefined for a text that is neither day nor moment. */
export function dayOfText(text: string): number | undefined {
  const day = parseDay(text);
  if (day !== undefined) return day;
  const moment = parseMoment(text);
  return moment === undefined ? undefined : Math.floor((moment + offset) / dayLength);
}

function isInRange(milliseconds: number): boolean {
  return milliseconds >= earliest && milliseconds <= latest;
}
