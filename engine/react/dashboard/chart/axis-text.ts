import { formatMeasure, formatNumber } from '../../format.ts';

/** A figure along an axis: short, amounts in yuan without cents, from ten thousand in 万. */
export function axisText(value: number, unit: string): string {
  const whole = unit === 'money' ? value / 100 : value;
  if (unit === 'money' || unit === 'count') {
    const sign = unit === 'money' ? '¥' : '';
    const size = Math.abs(whole);
    if (size >= 100_000_000) return `${minus(whole)}${sign}${formatNumber(round(size / 100_000_000))}亿`;
    if (size >= 10_000) return `${minus(whole)}${sign}${formatNumber(round(size / 10_000))}万`;
    return `${minus(whole)}${sign}${formatNumber(round(size))}`;
  }
  const hours = unit === 'minutes' ? value / 60 : unit === 'seconds' ? value / 3600 : 0;
  return Math.abs(hours) >= 1 ? `${formatNumber(round(hours))}小时` : formatMeasure(value, unit);
}

function minus(value: number): string {
  return value < 0 ? '-' : '';
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** `11-20` for a day: the year would only repeat itself along the axis. */
export function shortDay(name: string): string {
  return /^\d{4}-\d\d-\d\d( .*)?$/.test(name) ? name.slice(5) : name;
}
