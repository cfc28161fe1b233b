import { countedSince, maxPerMonth } from './sms-hours.ts';
import type { CountedSince, LeftOut } from './store.ts';

/** Why somebody gets no promotion, as people read it. */
export const leftOutTitles: Readonly<Record<LeftOut, string>> = {
  blacklisted: '黑名单',
  doNotCall: '免打扰',
  optedOut: '已退订',
  sentToday: '今日已发过',
  sentThisMonth: `30 天内已发 ${maxPerMonth} 次`,
};

/** Since when the numbers are counted at a moment. */
export function countedNow(now: string): CountedSince {
  return { ...countedSince(now), maxPerMonth };
}
