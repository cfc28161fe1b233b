import { compactDay } from './calendar.ts';
import type { Random } from './random.ts';

const hex = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

let lastMoment = Number.NaN;
let lastPrefix = '';

/** Rows of one customer often share a moment. */
function timePrefix(moment: number): string {
  if (moment === lastMoment) return lastPrefix;
  const time = Math.floor(moment).toString(16).padStart(12, '0');
  lastMoment = moment;
  lastPrefix = `${time.slice(0, 8)}-${time.slice(8)}`;
  return lastPrefix;
}

/** Makes ids as the product does (UUID v7), from the moment and the random sequence alone. */
export function demoId(moment: number, random: Random): string {
  const a = random.bits();
  const b = random.bits();
  const c = random.bits();
  const version = 0x7000 | (a & 0x0fff);
  const variant = 0x8000 | ((a >>> 16) & 0x3fff);
  return `${timePrefix(moment)}-${hex[version]}-${hex[variant]}-${hex[b >>> 16]}${hex[b & 0xffff]}${hex[c >>> 16]}`;
}

/** Counts the numbers of documents per day, as the product's own sequences do. */
export class DemoNumbers {
  readonly #last = new Map<string, number>();

  constructor(
    readonly name: string,
    readonly prefix: string,
  ) {}

  /** The next number of the day that holds the moment. */
  next(moment: number): string {
    const period = compactDay(moment);
    const value = (this.#last.get(period) ?? 0) + 1;
    this.#last.set(period, value);
    return `${this.prefix}${period}${String(value).padStart(6, '0')}`;
  }

  /** The last value of every day, for the product to count on from. */
  periods(): readonly (readonly [period: string, value: number])[] {
    return [...this.#last];
  }
}
