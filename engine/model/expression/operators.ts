import { dayLength } from '../time/calendar-day.ts';
import type { BinaryOperator } from './ast.ts';
import { add, compareDecimals, type Decimal, divide, multiply, negate, round, toDecimal, toNumber } from './decimal.ts';
import { formatDay, formatMoment, parseDay, parseInstant } from './instant.ts';
import type { Present } from './scope-value.ts';

/** A value on the way: numbers become exact decimals as soon as something is made of them. */
export type Inner = string | number | boolean | null | Decimal | Present | readonly Inner[];

/** Characters a text made of others keeps; the rest is cut off. */
export const maxTextLength = 10_000;

/** Milliseconds a moment or a day may be moved by at once: a hundred years of 365.25 days. */
export const maxShift = 36_525 * dayLength;

export function isDecimal(value: Inner): value is Decimal {
  return typeof value === 'object' && value !== null && 'units' in value;
}

/** The decimal of a number; undefined for everything else. */
export function decimalOf(value: Inner): Decimal | undefined {
  return typeof value === 'number' ? toDecimal(value) : isDecimal(value) ? value : undefined;
}

/** Whether two values are the same; null where one is missing or they are of different kinds. */
export function equal(left: Inner, right: Inner): boolean | null {
  if (typeof left === 'boolean' && typeof right === 'boolean') return left === right;
  const order = compare(left, right);
  return order === undefined ? null : order === 0;
}

export function ordered(operator: '<' | '<=' | '>' | '>=', left: Inner, right: Inner): boolean | null {
  const order = compare(left, right);
  if (order === undefined) return null;
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** The order of two numbers, two texts, or two texts that are both a day or a moment. */
export function compare(left: Inner, right: Inner): number | undefined {
  if (typeof left === 'string' && typeof right === 'string') {
    const [a, b] = [parseInstant(left), parseInstant(right)];
    return a === undefined || b === undefined ? compareTexts(left, right) : a - b;
  }
  const [a, b] = [decimalOf(left), decimalOf(right)];
  return a === undefined || b === undefined ? undefined : compareDecimals(a, b);
}

/** Order of code points, as in the database; JavaScript alone would order by halves of surrogate pairs. */
function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [a, b] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (a !== b) return codePointOrder(a) - codePointOrder(b);
  }
  return left.length - right.length;
}

function codePointOrder(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

/** What an arithmetic operator makes of two values; null where it makes nothing of them. */
export function compute(operator: BinaryOperator, left: Inner, right: Inner): Inner {
  if (typeof left === 'string' && typeof right === 'string') {
    if (operator === '+') return firstCharacters(left + right);
    return operator === '-' ? between(left, right) : null;
  }
  const [a, b] = [decimalOf(left), decimalOf(right)];
  if (typeof left === 'string' && b !== undefined) return moved(left, operator, b);
  if (typeof right === 'string' && a !== undefined && operator === '+') return moved(right, operator, a);
  return a === undefined || b === undefined ? null : calculated(operator, a, b);
}

function calculated(operator: BinaryOperator, a: Decimal, b: Decimal): Inner {
  switch (operator) {
    case '+':
      return add(a, b);
    case '-':
      return add(a, negate(b));
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b) ?? null;
    default:
      return null;
  }
}

/** Milliseconds from the second to the first. */
function between(left: string, right: string): number | null {
  const [a, b] = [parseInstant(left), parseInstant(right)];
  return a === undefined || b === undefined ? null : a - b;
}

/** A moment and a span make a moment; a day and a span make a day. */
function moved(text: string, operator: BinaryOperator, by: Decimal): string | null {
  if (operator !== '+' && operator !== '-') return null;
  const shift = toNumber(round(operator === '+' ? by : negate(by)));
  if (shift === undefined || Math.abs(shift) >= maxShift) return null;
  const day = parseDay(text);
  if (day !== undefined) return formatDay(day + Math.floor(shift / dayLength)) ?? null;
  const moment = parseInstant(text);
  return moment === undefined ? null : (formatMoment(moment + shift) ?? null);
}

/** Cuts a text, never through a character. */
function firstCharacters(text: string): string {
  if (text.length <= maxTextLength) return text;
  let end = 0;
  for (let count = 0; count < maxTextLength && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
