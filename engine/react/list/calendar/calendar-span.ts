import { kindOfValue } from '../../../model/fields/index.ts';
import { addDays, boundsOfDay, dayOf } from '../../../model/time/index.ts';
import type { CalendarDisplay, CardField } from '../../../model/view/index.ts';
import type { Where, WireRecord } from '../../../model/wire/index.ts';
import { formatMoment } from '../../formats/time.ts';
import { valueAt } from '../../record/record-path.ts';
import type { CalendarMode } from '../state/list-state.ts';

/** Days a calendar shows: whole weeks beginning on Monday. */
export type CalendarSpan = { readonly mode: CalendarMode; readonly days: readonly string[] };

/** A record on one of its days. */
export type DayItem = {
  readonly record: WireRecord;
  readonly day: string;
  /** `09:30` on the day it begins; absent for days without a time of day and for the days after. */
  readonly time?: string;
  /** Whether the record began on an earlier day, or goes on to a later one. */
  readonly isContinued: boolean;
  readonly goesOn: boolean;
};

/** A day, or the days of the week or month around it; a month is filled up to whole weeks. */
export function spanOf(mode: CalendarMode, day: string): CalendarSpan {
  if (mode === 'day') return { mode, days: [day] };
  if (mode === 'week') return { mode, days: daysFrom(mondayOf(day), 7) };
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  const last = addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1);
  const count = daysBetween(first, addDays(mondayOf(last), 7));
  return { mode, days: daysFrom(first, count) };
}

/** The same place so many days, weeks or months later; the day of the month is kept as far as the month goes. */
export function shifted(mode: CalendarMode, day: string, by: number): string {
  if (mode === 'day') return addDays(day, by);
  if (mode === 'week') return addDays(day, 7 * by);
  const first = addMonths(`${day.slice(0, 7)}-01`, by);
  const length = daysBetween(first, addMonths(first, 1));
  return addDays(first, Math.min(Number(day.slice(8)), length) - 1);
}

/** The condition that leaves only what touches the span. */
export function whereOfSpan({ start, end, hours }: CalendarDisplay, { days }: CalendarSpan): Where {
  const first = days[0] ?? '';
  const after = addDays(days.at(-1) ?? '', 1);
  const begins: Where = { field: start.path, op: 'lt', value: bound(start, after) };
  const within: Where = { field: start.path, op: 'gte', value: bound(start, first) };
  if (end === undefined) return { and: [within, begins] };
  const still: Where = { field: end.path, op: 'gte', value: bound(end, first) };
  // What is arranged by the hour lasts a week at most: so only so many are looked through, however many there are.
  if (hours !== undefined) {
    const earliest: Where = { field: start.path, op: 'gte', value: bound(start, addDays(first, -7)) };
    return { and: [earliest, begins, { or: [still, { and: [{ field: end.path, op: 'isNull' }, within] }] }] };
  }
  // What has no end is on the day it begins.
  return { and: [begins, { or: [still, { and: [{ field: end.path, op: 'isNull' }, within] }] }] };
}

function bound({ field }: CardField, day: string): string {
  return kindOfValue(field) === 'day' ? day : boundsOfDay(day).from;
}

/** Puts records on the days of a span, in the order of their time; one of several days stands on each of them. */
export function itemsByDay(
  records: readonly WireRecord[],
  { start, end }: Pick<CalendarDisplay, 'start' | 'end'>,
  { days }: CalendarSpan,
): ReadonlyMap<string, readonly DayItem[]> {
  const byDay = new Map<string, DayItem[]>(days.map((day) => [day, []]));
  for (const record of records) {
    const first = dayAt(record, start);
    if (first === undefined) continue;
    const last = lastDay(record, end, first);
    const time = timeAt(record, start);
    for (const day of days.filter((one) => one >= first && one <= last)) {
      const begins = day === first && time !== undefined ? { time } : {};
      byDay.get(day)?.push({ record, day, isContinued: day > first, goesOn: day < last, ...begins });
    }
  }
  for (const items of byDay.values()) items.sort((a, b) => (a.time ?? '').localeCompare(b.time ?? ''));
  return byDay;
}

/** The fields of a record that stands so many days later, as they are and as they become; times of day stay. */
export function daysLater(
  record: WireRecord,
  { start, end }: Pick<CalendarDisplay, 'start' | 'end'>,
  days: number,
): { readonly was: Readonly<Record<string, unknown>>; readonly now: Readonly<Record<string, unknown>> } {
  const moved = [start, ...(end === undefined ? [] : [end])].flatMap(({ path, field }) => {
    const value = record[path];
    if (typeof value !== 'string') return [];
    // Days here are of one length: the product has one time zone, without summer time.
    const later = kindOfValue(field) === 'day' ? addDays(value.slice(0, 10), days) : later24(value, days);
    return [{ path, value, later }];
  });
  return {
    was: Object.fromEntries(moved.map(({ path, value }) => [path, value])),
    now: Object.fromEntries(moved.map(({ path, later }) => [path, later])),
  };
}

function later24(moment: string, days: number): string {
  return new Date(Date.parse(moment) + days * 86_400_000).toISOString();
}

function dayAt(record: WireRecord, { path, field }: CardField): string | undefined {
  const value = valueAt(record, path);
  if (typeof value !== 'string' || !Number.isFinite(Date.parse(value))) return undefined;
  return kindOfValue(field) === 'day' ? value.slice(0, 10) : dayOf(value);
}

/** An end at midnight belongs to the day before; one before the start counts as none. */
function lastDay(record: WireRecord, end: CardField | undefined, first: string): string {
  const value = end === undefined ? undefined : valueAt(record, end.path);
  if (end === undefined || typeof value !== 'string' || !Number.isFinite(Date.parse(value))) return first;
  const last =
    kindOfValue(end.field) === 'day' ? value.slice(0, 10) : dayOf(new Date(Date.parse(value) - 1).toISOString());
  return last < first ? first : last;
}

function timeAt(record: WireRecord, { path, field }: CardField): string | undefined {
  return kindOfValue(field) === 'day' ? undefined : formatMoment(valueAt(record, path))?.slice(11);
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function addMonths(firstOfMonth: string, count: number): string {
  const date = new Date(`${firstOfMonth}T00:00:00Z`);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)).toISOString().slice(0, 10);
}

/** How many days it is from one to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function daysFrom(first: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, n) => addDays(first, n));
}
