import { addDays, dayLength, dayOf, shanghaiOffset, startOfDay } from '../../../../model/time/index.ts';
import type { CalendarDisplay, HourOverlap } from '../../../../model/view/index.ts';
import type { WireRecord } from '../../../../model/wire/index.ts';

/** Steps in which records are moved and lengthened, in minutes. */
export const step = 15;

/** Minutes a record without an end is drawn for. */
const usualLength = 60;
const minutesOfDay = 24 * 60;

/** One column of a week of hours: a day, or what belongs to one of several on that day. */
export type HourColumn = { readonly key: string; readonly day: string; readonly of?: ColumnOwner };

/** Whose column it is; null holds what belongs to nobody. */
export type ColumnOwner = { readonly id: string | null; readonly title: string };

/** A record in a column: from and to in minutes of the day, beside others at the same time. */
export type HourBlock = {
  readonly record: WireRecord;
  readonly column: HourColumn;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly lanes: number;
  /** Whether it began on an earlier day, or goes on to a later one. */
  readonly isContinued: boolean;
  readonly goesOn: boolean;
};

/** Where a record stands or would stand: a column, and the minutes of its day it begins and ends at. */
export type HourPlace = { readonly column: HourColumn; readonly from: number; readonly to: number };

type Times = Pick<CalendarDisplay, 'start' | 'end'>;

/** The columns of some days, each split by who has something there. */
export function hourColumns(
  days: readonly string[],
  owners: readonly ColumnOwner[] | undefined,
): readonly HourColumn[] {
  if (owners === undefined) return days.map((day) => ({ key: day, day }));
  return days.flatMap((day) => owners.map((of) => ({ key: `${day}/${of.id ?? ''}`, day, of })));
}

/** The moment of a day at so many minutes. */
export function momentAt(day: string, minutes: number): string {
  return new Date(startOfDay(day) + minutes * 60_000).toISOString();
}

/** `09:30`, and `24:00` at the end of a day. */
export function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

type Span = { readonly from: number; readonly to: number };

/** When a record begins and ends, in epoch milliseconds; undefined where it has no time. */
export function spanOfRecord(record: WireRecord, { start, end }: Times): Span | undefined {
  const from = Date.parse(String(record[start.path]));
  if (!Number.isFinite(from)) return undefined;
  const to = end === undefined ? Number.NaN : Date.parse(String(record[end.path]));
  return { from, to: to > from ? to : from + usualLength * 60_000 };
}

/** Puts records into columns, those of one time side by side. */
export function blocksOf(
  records: readonly WireRecord[],
  times: Times,
  columns: readonly HourColumn[],
  by: string | undefined,
): readonly HourBlock[] {
  return columns.flatMap((column) => {
    const blocks = records.flatMap((record) => {
      const isOwn = by === undefined || column.of === undefined || (record[by] ?? null) === column.of.id;
      return isOwn ? (blockIn(column, record, times) ?? []) : [];
    });
    return sideBySide(blocks);
  });
}

type Unplaced = Omit<HourBlock, 'lane' | 'lanes'>;

function blockIn(column: HourColumn, record: WireRecord, times: Times): Unplaced | undefined {
  const span = spanOfRecord(record, times);
  if (span === undefined) return undefined;
  const midnight = startOfDay(column.day);
  const from = Math.round((span.from - midnight) / 60_000);
  const to = Math.round((span.to - midnight) / 60_000);
  if (from >= minutesOfDay || to <= 0) return undefined;
  return {
    record,
    column,
    from: Math.max(from, 0),
    to: Math.min(to, minutesOfDay),
    isContinued: from < 0,
    goesOn: to > minutesOfDay,
  };
}

/** Blocks that touch one another share the width of their column; each keeps to the first lane that is free. */
function sideBySide(blocks: readonly Unplaced[]): readonly HourBlock[] {
  const placed: HourBlock[] = [];
  let group: (Unplaced & { readonly lane: number })[] = [];
  let ends: number[] = [];
  const close = () => {
    const lanes = ends.length;
    placed.push(...group.map((block) => ({ ...block, lanes })));
    group = [];
    ends = [];
  };
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.length > 0 && block.from >= Math.max(...ends)) close();
    const free = ends.findIndex((end) => end <= block.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = block.to;
    group.push({ ...block, lane });
  }
  close();
  return placed;
}

/** The hours drawn: those of the page, and earlier and later ones where something stands there. */
export function hoursAround(blocks: readonly Span[], { from, to }: Span): Span {
  return blocks.reduce(
    (hours, block) => ({
      from: Math.min(hours.from, Math.floor(block.from / 60)),
      to: Math.max(hours.to, Math.ceil(block.to / 60)),
    }),
    { from, to },
  );
}

type Values = Readonly<Record<string, unknown>>;

/** The fields of a record that stands at a place, as they are and as they become: only those that change. */
export function placedAt(
  record: WireRecord,
  { start, end }: Times,
  { column, from, to }: HourPlace,
  by: string | undefined,
): { readonly was: Values; readonly now: Values } {
  const all: Values = {
    [start.path]: momentAt(column.day, from),
    ...(end === undefined ? {} : { [end.path]: momentAt(column.day, to) }),
    ...(by === undefined || column.of === undefined ? {} : { [by]: column.of.id }),
  };
  const changed = Object.keys(all).filter((key) => !isSame(record[key] ?? null, all[key]));
  return {
    was: Object.fromEntries(changed.map((key) => [key, record[key] ?? null])),
    now: Object.fromEntries(changed.map((key) => [key, all[key]])),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return typeof one === 'string' && typeof other === 'string' && Date.parse(one) === Date.parse(other);
}

/** A record in the way of another one, and what the page says of that. */
export type HourConflict = { readonly record: WireRecord; readonly message?: string };

/** What keeps a record, as it would become, from its place: one it would overlap with. Undefined where nothing in sight does. */
export function conflictOf(
  wanted: WireRecord,
  records: readonly WireRecord[],
  times: Times,
  overlaps: readonly HourOverlap[],
  counts: (overlap: HourOverlap, record: WireRecord) => boolean,
): HourConflict | undefined {
  const span = spanOfRecord(wanted, times);
  if (span === undefined) return undefined;
  for (const overlap of overlaps) {
    if (!counts(overlap, wanted)) continue;
    const other = records.find(
      (record) =>
        record.id !== wanted.id &&
        overlap.equal.every(
          (key) => wanted[key] !== null && wanted[key] !== undefined && wanted[key] === record[key],
        ) &&
        meets(span, spanOfRecord(record, times)) &&
        counts(overlap, record),
    );
    if (other !== undefined)
      return { record: other, ...(overlap.message === undefined ? {} : { message: overlap.message }) };
  }
  return undefined;
}

function meets(one: Span, other: Span | undefined): boolean {
  return other !== undefined && one.from < other.to && other.from < one.to;
}

/** Where a record stands: the column of its first day, and its minutes there. */
export function placeOf({ record, column }: HourBlock, times: Times): HourPlace {
  const span = spanOfRecord(record, times) ?? { from: 0, to: 0 };
  const day = dayOf(span.from);
  const from = Math.round((span.from + shanghaiOffset) / 60_000) % minutesOfDay;
  const of = column.of === undefined ? {} : { of: column.of };
  return {
    column: { key: column.of === undefined ? day : `${day}/${column.of.id ?? ''}`, day, ...of },
    from,
    to: from + Math.round((span.to - span.from) / 60_000),
  };
}

/** A place so many steps later, or longer by them; it begins on its day and lasts at least one step. */
export function stepped(
  { column, from, to }: HourPlace,
  by: { readonly move?: number; readonly longer?: number },
): HourPlace {
  if (by.longer !== undefined) return { column, from, to: Math.max(to + by.longer * step, from + step) };
  const begin = Math.min(Math.max(from + (by.move ?? 0) * step, 0), minutesOfDay - step);
  return { column, from: begin, to: begin + to - from };
}

/** A place so many days later, at the same time. */
export function daysOn({ column, from, to }: HourPlace, days: number): HourPlace {
  const day = addDays(column.day, days);
  return { column: { ...column, day, key: column.of === undefined ? day : `${day}/${column.of.id ?? ''}` }, from, to };
}

/** How many minutes of a day there are. */
export const dayMinutes = dayLength / 60_000;
