import type { Message } from '../../../engine/model/texts/index.ts';
import { smsText } from '../../texts/domain/sms-text.ts';
import { countedSince, maxPerMonth } from './sms-hours.ts';
import type { CountedSince, LeftOut } from './store.ts';

/** Why somebody gets no promotion, as people read it. */
export const leftOutTitles: Readonly<Record<LeftOut, Message>> = {
  blacklisted: smsText('sms.out.blacklisted'),
  doNotCall: smsText('sms.out.doNotCall'),
  optedOut: smsText('sms.out.optedOut'),
  sentToday: smsText('sms.out.sentToday'),
  sentThisMonth: smsText('sms.out.sentThisMonth', { max: maxPerMonth }),
};

/** Since when the numbers are counted at a moment. */
export function countedNow(now: string): CountedSince {
  return { ...countedSince(now), maxPerMonth };
}
