import { formats } from './formats.ts';

/** `1,284`. */
export function formatNumber(value: number): string {
  return formats().number.format(value);
}

/** `¥1,284.50` for an amount in cents. */
export function formatMoney(cents: number): string {
  return formats().money.format(cents / 100);
}

/** `1小时20分` for a number of seconds, in the words of the language; seconds only below an hour. */
export function formatSeconds(value: number): string {
  const total = Math.round(value);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const seconds = total % 60;
  const { unit, between } = formats();
  const parts =
    hours > 0
      ? [unit(hours, 'hour'), ...(minutes === 0 ? [] : [unit(minutes, 'minute')])]
      : [
          ...(minutes === 0 ? [] : [unit(minutes, 'minute')]),
          ...(seconds === 0 && minutes > 0 ? [] : [unit(seconds, 'second')]),
        ];
  return parts.join(between);
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
      return formats().unit(Math.round(value * 10) / 10, 'day');
    default:
      return formatNumber(Math.round(value * 100) / 100);
  }
}
