import { fillText } from '../../model/texts/index.ts';
import words from './words.json';

/** What a length of time is counted in. */
export type TimeUnit = 'day' | 'hour' | 'minute' | 'second';

/** How numbers, sums and days are written; a day always in ten characters, so that the time after it is found. */
export type Formats = {
  readonly number: Intl.NumberFormat;
  readonly money: Intl.NumberFormat;
  /** Large numbers in a few characters, such as `1.2万`. */
  readonly compact: Intl.NumberFormat;
  readonly ago: Intl.RelativeTimeFormat;
  /** Whether names and sentences are parted by Chinese marks. */
  readonly isChinese: boolean;
  /** What yes and no are written as. */
  readonly answers: readonly [yes: string, no: string];
  /** Which of two texts goes first. */
  readonly compare: (a: string, b: string) => number;
  /** Names of languages. */
  readonly languageName: Intl.DisplayNames;
  /** Names of days and months; of moments at midnight UTC. */
  readonly weekday: Intl.DateTimeFormat;
  readonly dayOfMonth: Intl.DateTimeFormat;
  readonly monthOfYear: Intl.DateTimeFormat;
  /** From one day to another. */
  readonly dayRange: (from: Date, to: Date) => string;
  /** A length of time in one unit, and what stands between two of them. */
  readonly unit: (value: number, unit: TimeUnit) => string;
  readonly between: '' | ' ';
  /** What a quarter of a year is called. */
  readonly quarter: (year: string, quarter: string) => string;
  /** Letters as dayjs reads them. */
  readonly day: 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY';
};

/** Languages whose days are not written `2026-11-20`. */
const days: ReadonlyMap<string, Formats['day']> = new Map([
  ['en-US', 'MM/DD/YYYY'],
  ['pt-BR', 'DD/MM/YYYY'],
]);

/** The few words of each language. */
const wordsOf: ReadonlyMap<string, { readonly yes: string; readonly no: string; readonly quarter: string }> = new Map(
  Object.entries(words),
);
/** Shorter than those of the system, which say `分钟` for a minute. */
const chineseUnits: Readonly<Record<TimeUnit, string>> = words['zh-CN'].units;

let current = formatsOf('zh-CN');

/** The formats of the language the host speaks. */
export function formats(): Formats {
  return current;
}

/** Writes numbers, sums and days as usual in a language from now on; what is drawn already changes when drawn anew. */
export function setFormats(language: string): void {
  current = formatsOf(language);
}

function formatsOf(language: string): Formats {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const isChinese = language.startsWith('zh');
  const { yes, no, quarter: quarterWords } = wordsOf.get(language) ?? words['zh-CN'];
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  return {
    number,
    compact: new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1, useGrouping: true }),
    weekday: named({ weekday: 'short' }),
    dayOfMonth: named({ month: isChinese ? 'long' : 'short', day: 'numeric' }),
    monthOfYear: named({ year: 'numeric', month: 'long' }),
    dayRange: isChinese
      ? (from, to) => chineseRange(named({ year: 'numeric', month: 'long', day: 'numeric' }), from, to)
      : (from, to) => named({ year: 'numeric', month: 'short', day: 'numeric' }).formatRange(from, to),
    unit: language === 'zh-CN' ? (value, unit) => `${number.format(value)}${chineseUnits[unit]}` : unitsOf(language),
    between: language === 'zh-CN' ? '' : ' ',
    quarter: (year, quarter) => fillText(quarterWords, { year, quarter }, language),
    money: new Intl.NumberFormat(language, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' }),
    ago: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    isChinese,
    answers: [yes, no],
    compare: new Intl.Collator(language).compare,
    languageName: new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }),
    day: days.get(language) ?? 'YYYY-MM-DD',
  };
}

/** `2026年11月16日 – 11月22日`: the system would write its days with strokes. */
function chineseRange(day: Intl.DateTimeFormat, from: Date, to: Date): string {
  const isSameYear = from.getUTCFullYear() === to.getUTCFullYear();
  return `${day.format(from)} – ${isSameYear ? day.format(to).replace(/^.*年/, '') : day.format(to)}`;
}

function unitsOf(language: string): Formats['unit'] {
  const formatOf = (unit: TimeUnit) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 4 });
  const units = {
    day: formatOf('day'),
    hour: formatOf('hour'),
    minute: formatOf('minute'),
    second: formatOf('second'),
  };
  return (value, unit) => units[unit].format(value);
}

/** `2026-11`, written in the language of the host. */
export function writtenMonth(month: string): string {
  return current.day === 'YYYY-MM-DD' ? month : month.replace(/^(\d{4})-(\d\d)$/, '$2/$1');
}

/** `2026年11月` for the first day of a month, in the language of the host; undefined when it is none. */
export function namedMonth(first: unknown): string | undefined {
  if (typeof first !== 'string' || !/^\d{4}-\d\d/.test(first)) return undefined;
  return current.monthOfYear.format(new Date(`${first.slice(0, 7)}-01T00:00:00Z`));
}

/** `11-20` of `2026-11-20`, written in the language of the host. */
export function writtenDayOfYear(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return current.day
    .replace(/[-/]?YYYY[-/]?/, '')
    .replace('MM', month)
    .replace('DD', date);
}

/** `2026-11-20`, written in the language of the host. */
export function writtenDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return current.day.replace('YYYY', year).replace('MM', month).replace('DD', date);
}
