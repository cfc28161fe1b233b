import { formatMeasure, formatNumber } from '../../formats/format.ts';
import { formats, writtenDayOfYear } from '../../formats/formats.ts';

/** A figure along an axis: short, amounts in yuan without cents, from ten thousand in 万 or as the language does it. */
export function axisText(value: number, unit: string): string {
  const whole = unit === 'money' ? value / 100 : value;
  if (unit === 'money' || unit === 'count') {
    const sign = unit === 'money' ? '¥' : '';
    const size = Math.abs(whole);
    const figure = size >= 10_000 ? formats().compact.format(size) : formatNumber(round(size));
    return `${minus(whole)}${sign}${figure}`;
  }
  const hours = unit === 'minutes' ? value / 60 : unit === 'seconds' ? value / 3600 : 0;
  return Math.abs(hours) >= 1 ? formats().unit(round(hours), 'hour') : formatMeasure(value, unit);
}

function minus(value: number): string {
  return value < 0 ? '-' : '';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `11-20` for the name of a day: the year would only repeat itself along the axis. */
export function shortDay({ key, name }: { readonly key: string; readonly name: string }): string {
  const [, day = '', hour = ''] = /^(\d{4}-\d\d-\d\d)( \d\d)?$/.exec(key) ?? [];
  return day === '' ? name : `${writtenDayOfYear(day)}${hour === '' ? '' : `${hour}:00`}`;
}
