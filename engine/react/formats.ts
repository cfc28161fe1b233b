/** How numbers, sums and days are written; a day always in ten characters, so that the time after it is found. */
export type Formats = {
  readonly number: Intl.NumberFormat;
  readonly money: Intl.NumberFormat;
  readonly ago: Intl.RelativeTimeFormat;
  /** Letters as dayjs reads them. */
  readonly day: 'YYYY-MM-DD' | 'MM/DD/YYYY' | 'DD/MM/YYYY';
};

/** Languages whose days are not written `2026-11-20`. */
const days: ReadonlyMap<string, Formats['day']> = new Map([
  ['en-US', 'MM/DD/YYYY'],
  ['pt-BR', 'DD/MM/YYYY'],
]);

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
  return {
    number: new Intl.NumberFormat(language, { maximumFractionDigits: 4 }),
    money: new Intl.NumberFormat(language, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' }),
    ago: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    day: days.get(language) ?? 'YYYY-MM-DD',
  };
}

/** `2026-11-20`, written in the language of the host. */
export function writtenDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return current.day.replace('YYYY', year).replace('MM', month).replace('DD', date);
}
