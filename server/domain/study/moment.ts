import { refuseInStudy } from './errors.ts';

/** What is told later than this changes no day any more: the nightly rebuild goes back as far. */
export const toldWithinDays = 7;
const dayMs = 86_400_000;
/** Clocks differ. */
const aheadMs = 300_000;

/** When something was done, as the app tells it; refused where that cannot be. */
export function toldMoment(told: string | undefined, now: string): string {
  if (told === undefined) return now;
  const [at, current] = [Date.parse(told), Date.parse(now)];
  if (!(at <= current + aheadMs && at >= current - toldWithinDays * dayMs))
    throw refuseInStudy('E_STUDY_MOMENT', { days: toldWithinDays });
  return new Date(Math.min(at, current)).toISOString();
}
