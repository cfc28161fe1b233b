import { inSmallLetters } from '../fields/kind/text-value.ts';
import { dayLength } from '../time/calendar-day.ts';
import { type WorkCalendar, workDayShift, workDaysBetween, workedBetween, workedSpan } from '../time/work-calendar.ts';
import { capitalsOf } from './capitals.ts';
import { type Decimal, floor, multiply, negate, round, toDecimal, toNumber } from './decimal.ts';
import type { FunctionName } from './functions.ts';
import { dayOfText, formatDay, parseMoment } from './instant.ts';
import { momentText } from './moment-text.ts';
import { compare, compute, decimalOf, type Inner, maxShift } from './operators.ts';

const milliseconds = { days: dayLength, hours: 3_600_000, minutes: 60_000 } as const;

/** What a function makes of its arguments, by the calendar; null where one is missing or of another kind. */
export function callFunction(
  name: FunctionName,
  [first = null, second = null]: readonly Inner[],
  calendar: WorkCalendar,
): Inner {
  switch (name) {
    case 'size':
      return size(first);
    case 'contains':
      return ofTexts(first, second, (text, part) => text.includes(part));
    case 'startsWith':
      return ofTexts(first, second, (text, part) => text.startsWith(part));
    case 'endsWith':
      return ofTexts(first, second, (text, part) => text.endsWith(part));
    case 'lower':
      return ofText(first, inSmallLetters);
    case 'upper':
      return ofText(first, (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()));
    case 'trim':
      return ofText(first, trimmed);
    case 'round':
      return ofNumber(first, round);
    case 'floor':
      return ofNumber(first, floor);
    case 'ceil':
      return ofNumber(first, (value) => negate(floor(negate(value))));
    case 'abs':
      return ofNumber(first, (value) => (value.units < 0n ? negate(value) : value));
    case 'min':
      return extreme(first, second, -1);
    case 'max':
      return extreme(first, second, 1);
    case 'coalesce':
      return first ?? second;
    case 'dayOf':
      return typeof first === 'string' && parseMoment(first) !== undefined ? ofDay(first, formatDay) : null;
    case 'daysBetween':
      return ofDays(first, second, (from, to) => to - from);
    case 'addWorkDays':
      return addWorkDays(first, second, calendar);
    case 'workDays':
      return ofDays(first, second, (from, to) => workDaysBetween(from, to, calendar));
    case 'workTime':
      return workTime(first, second, calendar);
    case 'workSpan':
      return workSpan(first, second, calendar);
    case 'capitals':
      return capitals(first);
    case 'momentText':
      return momentText(typeof first === 'string' ? parseMoment(first) : undefined);
    case 'year':
      return ofDay(first, (day) => partOfDay(day, 0, 4));
    case 'month':
      return ofDay(first, (day) => partOfDay(day, 5, 7));
    default:
      return span(first, milliseconds[name]);
  }
}

function ofText(value: Inner, change: (text: string) => string): Inner {
  return typeof value === 'string' ? change(value) : null;
}

function ofTexts(text: Inner, part: Inner, test: (text: string, part: string) => boolean): Inner {
  return typeof text === 'string' && typeof part === 'string' ? test(text, part) : null;
}

function ofNumber(value: Inner, change: (decimal: Decimal) => Decimal): Inner {
  const decimal = decimalOf(value);
  return decimal === undefined ? null : change(decimal);
}

function ofDay(value: Inner, answer: (day: number) => Inner | undefined): Inner {
  const day = typeof value === 'string' ? dayOfText(value) : undefined;
  return day === undefined ? null : (answer(day) ?? null);
}

function partOfDay(day: number, from: number, to: number): number | undefined {
  const text = formatDay(day);
  return text === undefined ? undefined : Number(text.slice(from, to));
}

function size(value: Inner): Inner {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'string') return null;
  let pairs = 0;
  for (let index = 0; index < value.length; index++) if ((value.codePointAt(index) ?? 0) > 0xffff) pairs++;
  return value.length - pairs;
}

const blank = new Set([' ', '\t', '\n', '\r', '\u3000']);

/** A loop, not a pattern: a text of many blanks must not take long. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && blank.has(text.charAt(start))) start++;
  while (end > start && blank.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function extreme(first: Inner, second: Inner, sign: 1 | -1): Inner {
  if (first === null || second === null) return first ?? second;
  const order = compare(first, second);
  return order === undefined ? null : order * sign >= 0 ? first : second;
}

function ofDays(first: Inner, second: Inner, count: (from: number, to: number) => number): Inner {
  const [from, to] = [first, second].map((value) => (typeof value === 'string' ? dayOfText(value) : undefined));
  return from === undefined || to === undefined ? null : count(from, to);
}

/** A day, or a moment with its time of day, so many working days later. */
function addWorkDays(first: Inner, second: Inner, calendar: WorkCalendar): Inner {
  const day = typeof first === 'string' ? dayOfText(first) : undefined;
  const count = decimalOf(second);
  const length = count === undefined ? undefined : toNumber(round(count));
  if (day === undefined || length === undefined || Math.abs(length) * dayLength >= maxShift) return null;
  const shift = toDecimal(workDayShift(day, length, calendar) * dayLength);
  return shift === undefined ? null : compute('+', first, shift);
}

function workTime(first: Inner, second: Inner, calendar: WorkCalendar): Inner {
  const [from, to] = [first, second].map((value) => (typeof value === 'string' ? parseMoment(value) : undefined));
  return from === undefined || to === undefined ? null : (toDecimal(workedBetween(from, to, calendar)) ?? null);
}

/** How long it takes from a moment until so much of working days is over. */
function workSpan(first: Inner, second: Inner, calendar: WorkCalendar): Inner {
  const from = typeof first === 'string' ? parseMoment(first) : undefined;
  const count = decimalOf(second);
  const length = count === undefined ? undefined : toNumber(round(count));
  if (from === undefined || length === undefined || Math.abs(length) >= maxShift) return null;
  return toDecimal(workedSpan(from, length, calendar)) ?? null;
}

function capitals(value: Inner): Inner {
  const fen = decimalOf(value);
  return fen === undefined ? null : (capitalsOf(round(fen).units) ?? null);
}

function span(value: Inner, length: number): Inner {
  const factor = toDecimal(length);
  return factor === undefined ? null : ofNumber(value, (count) => multiply(count, factor));
}
