import { KeyedCache } from '../../../engine/model/cache/index.ts';

const day = 86_400_000;

// Tens of millions of moments fall on a few hundred days: what is dear to compute is kept by day.
const maxDays = 20_000;

/** What is made of UTC days, given by their numbers since 1970 and made from `YYYY-MM-DD`. */
export function dayTexts(make: (iso: string) => string): (number: number) => string {
  const texts = new KeyedCache<string, number>({ max: maxDays });
  return (number) => texts.of(number, () => make(new Date(number * day).toISOString().slice(0, 10)));
}

const startOfDay = dayTexts((iso) => `${iso}T`);

const digits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'));
const pairs = digits.slice(0, 100).map((text) => text.slice(1));

/** A moment in ISO 8601, many times faster than `Date` writes it. */
export function isoMoment(moment: number): string {
  const whole = Math.floor(moment);
  const number = Math.floor(whole / day);
  const inDay = whole - number * day;
  const seconds = Math.floor(inDay / 1000);
  const minutes = Math.floor(seconds / 60);
  const date = startOfDay(number);
  return `${date}${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}:${pairs[seconds % 60]}.${digits[inDay % 1000]}Z`;
}
