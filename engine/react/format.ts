import { formats } from './formats.ts';

/** `1,284`. */
export function formatNumber(value: number): string {
  return formats().number.format(value);
}

/** `¥1,284.50` for an amount in cents. */
export function formatMoney(cents: number): string {
  return formats().money.format(cents / 100);
}

/** `1小时20分` for a number of seconds; seconds only below an hour. */
export function formatSeconds(value: number): string {
  const total = Math.round(value);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = total % 60;
  if (hours > 0) return minutes === 0 ? `${formatNumber(hours)}小时` : `${formatNumber(hours)}小时${minutes}分`;
  if (minutes > 0) return seconds === 0 ? `${minutes}分` : `${minutes}分${seconds}秒`;
  return `${seconds}秒`;
}

/** A measure in its unit; a missing one is a dash. */
export function formatMeasure(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '—';
  switch (unit) {
    case 'money':
      return formatMoney(value);
    case 'seconds':
      return formatSeconds(value);
    case 'percent':
      return `${formatNumber(Math.round(value * 10) / 10)}%`;
    case 'minutes':
      return formatSeconds(Math.round(value) * 60);
    case 'days':
      return `${formatNumber(Math.round(value * 10) / 10)}天`;
    default:
      return formatNumber(Math.round(value * 100) / 100);
  }
}
