import dayjs, { type Dayjs } from 'dayjs';
import { shanghaiOffset } from '../../model/time/index.ts';
import { formats, writtenDay, writtenDayOfYear } from './formats.ts';

/** `2026-11-20 09:05` in Shanghai for a moment, its day as the language writes it; undefined when it is none. */
export function formatMoment(moment: unknown, withSeconds = false): string | undefined {
  const local = wallClock(moment);
  return local === undefined
    ? undefined
    : `${writtenDay(local.slice(0, 10))} ${local.slice(11, withSeconds ? 19 : 16)}`;
}

/** `11-20 09:05` for a moment of this year, the day alone for any other; undefined when it is none. */
export function formatBriefMoment(moment: unknown, now: string = new Date().toISOString()): string | undefined {
  const local = wallClock(moment);
  if (local === undefined) return undefined;
  const day = local.slice(0, 10);
  const isThisYear = day.slice(0, 4) === wallClock(now)?.slice(0, 4);
  return isThisYear ? `${writtenDayOfYear(day)} ${local.slice(11, 16)}` : writtenDay(day);
}

/** `2026-11-20T09:05:00` in Shanghai for a moment; undefined when it is none. */
function wallClock(moment: unknown): string | undefined {
  const time = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
  return Number.isFinite(time) ? new Date(time + shanghaiOffset).toISOString().slice(0, 19) : undefined;
}

/** A moment as a picker shows it: Shanghai's wall clock, whatever zone the browser is in. */
export function toPicker(moment: unknown): Dayjs | null {
  const local = wallClock(moment);
  return local === undefined ? null : dayjs(local);
}

/** The day a picker means, `2026-11-20`; null when none is chosen. */
export function pickedDay(picked: Dayjs | null | undefined): string | null {
  return picked?.format('YYYY-MM-DD') ?? null;
}

/** The first day of the month a picker means; null when none is chosen. */
export function pickedMonth(picked: Dayjs | null | undefined): string | null {
  return picked?.format('YYYY-MM-01') ?? null;
}

/** How a picker of months writes one, and what it reads beside that; in Chinese the letters around its numbers stay. */
export function monthFormats(): string[] {
  const { isChinese, monthOfYear } = formats();
  const letters = { year: 'YYYY', month: 'M' } as const;
  const named = monthOfYear
    .formatToParts(0)
    .map(({ type, value }) => (type === 'year' || type === 'month' ? value.replace(/\d+/, letters[type]) : value));
  return isChinese ? [named.join(''), 'YYYY-MM', 'YYYYMM'] : ['MM/YYYY', 'YYYY-MM'];
}

/** The moment a picker's wall clock means in Shanghai. */
export function fromPicker(picked: Dayjs | null): string | null {
  return picked === null ? null : new Date(Date.parse(`${picked.format('YYYY-MM-DDTHH:mm:ss')}+08:00`)).toISOString();
}
