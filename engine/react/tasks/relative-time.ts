import { formats } from '../formats/formats.ts';
import { formatMoment } from '../formats/time.ts';

const steps = [
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3_600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 7 },
] as const;

/** `3分钟前` for a moment of the last week, the moment itself for an earlier one; undefined for less than a minute. */
export function agoText(moment: string, now: number): string | undefined {
  const passed = now - Date.parse(moment);
  if (passed < 60_000) return undefined;
  for (const { unit, ms, below } of steps) {
    const count = Math.floor(passed / ms);
    if (count < below) return formats().ago.format(-count, unit);
  }
  return formatMoment(moment);
}
