import { dayOf, isDay, startOfDay } from '../../../engine/model/time/index.ts';
import { serialDate } from './serial-date.ts';

const dayPattern = /^(\d{4})(?:[-/.年])(\d{1,2})(?:[-/.月])(\d{1,2})日?(?:[T\s]+(.{1,30}))?$/;
const clockPattern = /^(\d{1,2})(?::|时|点)(\d{1,2})(?:(?::|分)(\d{1,2})(?:\.\d{1,6})?)?[秒分]?$/;

/** A day as people and spreadsheets write it. */
export function readDay(text: string): string | undefined {
  const [, year, month = '', day = ''] = dayPattern.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (/^\d{5}(?:\.\d{1,15})?$/.test(text)) return serialDate(Number(text))?.slice(0, 10);
  const time = zoned(text);
  return time === undefined ? undefined : dayOf(time);
}

/** A moment; without a zone it is one of Shanghai, without a time the beginning of the day. */
export function readMoment(text: string): string | undefined {
  const time = zoned(text) ?? localTime(text) ?? serialTime(text);
  return time === undefined || !Number.isFinite(time) ? undefined : new Date(time).toISOString();
}

function zoned(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isFinite(time) && isDay(text.slice(0, 10)) ? time : undefined;
}

function localTime(text: string): number | undefined {
  const day = readDay(text);
  const clock = dayPattern.exec(text)?.[4];
  if (day === undefined || !isDay(day) || /^\d{5}/.test(text)) return undefined;
  if (clock === undefined) return startOfDay(day);
  const [, hours, minutes, seconds = '0'] = clockPattern.exec(clock.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return startOfDay(day) + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}

function serialTime(text: string): number | undefined {
  const shown = /^\d{5}(?:\.\d{1,15})?$/.test(text) ? serialDate(Number(text)) : undefined;
  return shown === undefined ? undefined : localTime(shown);
}
